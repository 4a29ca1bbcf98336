"""What can only be tried where there is a GPU: `python .ci/gpu.py [REPORT.json] [--rehearse]`.

Each check passes, fails, or is skipped with its reason; the report is JSON and is written after every check, so that a lease
that ends early leaves what was found. The server's environment is CFVLM_SERVER_PYTHON, or .venv-vllm of the project.
With --rehearse the checks that can be tried on a CPU are, so that the script itself is tested before a GPU is there.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
GIB = 2**30
CHECKPOINT = "drawn-biased"
SUITE = "drawn-lite:fashion"


class Skip(Exception):
    "A check that can't be made here; its words say why."


class Wrong(Exception):
    "A check that was made, and found something wrong."


@dataclass
class Bench:
    "What the checks share."

    rehearse: bool
    work: Path
    held: ExitStack
    gpus: list[Any] = field(default_factory=list)
    server: Any = None
    free_before: int = 0


def expect(holds: bool, words: str) -> None:
    if not holds:
        raise Wrong(words)


def need_gpu(b: Bench) -> Any:
    if not b.gpus:
        raise Skip("no GPU")
    return b.gpus[0]


def in_own_process(code: str, **env: str) -> Any:
    "What a program prints last, as JSON: CUDA's state and memory end with it."
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": str(ROOT)} | env, capture_output=True, text=True, timeout=300)
    expect(done.returncode == 0, done.stderr[-1500:])
    return json.loads(done.stdout.splitlines()[-1])


def driver(b: Bench) -> dict:
    from cf_vlm_bench.harness.serve.gpus import ask_driver, gpus

    seen = ask_driver()
    if not seen.gpus:
        raise Skip("; ".join(seen.problems))
    b.gpus = list(gpus())
    expect(not seen.problems, "; ".join(seen.problems))
    return {"gpus": [str(g) for g in b.gpus], "driver": b.gpus[0].driver, "capability": b.gpus[0].capability}


def parents_choice(b: Bench) -> dict:
    "CUDA_VISIBLE_DEVICES of the parent, as a number and as a UUID."
    one = need_gpu(b)
    code = "import json; from cf_vlm_bench.harness.serve.gpus import gpus; print(json.dumps([[g.index, g.uuid] for g in gpus()]))"
    found = {word: in_own_process(code, CUDA_VISIBLE_DEVICES=word) for word in (one.index, one.uuid) if word}
    for word, rows in found.items():
        expect(rows == [[word, one.uuid]], f"CUDA_VISIBLE_DEVICES={word} gives {rows}")
    expect(in_own_process(code, CUDA_VISIBLE_DEVICES="") == [], "an empty CUDA_VISIBLE_DEVICES still shows GPUs")
    return found


def torch_sees(b: Bench) -> dict:
    one = need_gpu(b)
    code = """
import json, torch
x = torch.randn(4096, 4096, dtype=torch.bfloat16, device="cuda")
p = torch.cuda.get_device_properties(0)
print(json.dumps({"torch": torch.__version__, "cuda": torch.version.cuda, "count": torch.cuda.device_count(), "total": p.total_memory,
                  "capability": f"{p.major}.{p.minor}", "finite": bool((x @ x).isfinite().all())}))
"""
    said = in_own_process(code)
    expect(said["count"] == len(b.gpus), f"torch sees {said['count']} GPUs, the driver {len(b.gpus)}")
    expect(said["finite"], "a product of random matrices isn't finite")
    expect(abs(said["total"] / one.total - 1) < 0.05, f"torch says {said['total'] / GIB:.1f} GiB, the driver {one.total / GIB:.1f}")
    expect(not one.capability or said["capability"] == one.capability, f"capability {said['capability']}, the driver says {one.capability}")
    return said


def snapshot(b: Bench) -> dict:
    "What the snapshot calls free falls by what somebody takes."
    one, gib = need_gpu(b), 4
    code = f"""
import json, torch
from cf_vlm_bench.harness.serve.gpus import gpus
torch.zeros(1, device="cuda"); torch.cuda.synchronize(); before = gpus()[0].free
held = torch.zeros({gib} << 30, dtype=torch.uint8, device="cuda"); torch.cuda.synchronize(); after = gpus()[0].free
print(json.dumps([before, after]))
"""
    before, after = in_own_process(code, CUDA_VISIBLE_DEVICES=one.index)
    expect(abs((before - after) / GIB - gib) < 0.3, f"{gib} GiB were taken, and {(before - after) / GIB:.2f} GiB went")
    return {"taken_gib": gib, "gone_gib": round((before - after) / GIB, 3)}


def same_answers(b: Bench, other: Any) -> dict:
    "A model through a run, against the embedded runtime."
    from cf_vlm_bench.core.condition import Condition
    from cf_vlm_bench.harness.engine import run
    from cf_vlm_bench.harness.names import find_model, find_suite
    from cf_vlm_bench.harness.plan import make_plan
    from cf_vlm_bench.store.log import rows

    suite, models = find_suite(SUITE), [find_model(CHECKPOINT), other]
    plan = make_plan(suite, [m.spec for m in models], ["raw", "I-Q-I-Q"], question_types=["yes_no", "multiple_choice"])
    folder = b.work / f"run{len(list(b.work.glob('run*')))}"
    outcome = run(plan, models, folder, progress=False)
    expect(not outcome.open, str(outcome))
    told = {r["trial"]: (r["model"], (r["item"], Condition(**r.get("levels", {})).name)) for r in rows(folder, "trials") if r["kind"] == "trial"}
    said: dict[str, dict] = {}
    for r in rows(folder, "replies"):
        model, key = told[r["trial"]]
        said.setdefault(model, {})[key] = (r["outcome"], r.get("text", ""), r["usage"]["input_tokens"])
    here, there = (said[m.spec.digest] for m in models)
    wrong = [(key, here[key], there[key]) for key in here if here[key] != there[key]]
    expect(not wrong, f"{len(wrong)} of {len(here)} differ; the first: {wrong[:1]}")
    return {"trials": len(here), "differ": 0}


def in_this_process(b: Bench) -> dict:
    "The checkpoint through transformers, on the GPU."
    from importlib.util import find_spec

    if lacking := [n for n in ("torch", "transformers", "onnxruntime") if not find_spec(n)]:
        raise Skip(f"not installed: {', '.join(lacking)}")
    from cf_vlm_bench.models.local import local_model

    device = "cpu" if b.rehearse and not b.gpus else "cuda"
    if device == "cuda":
        need_gpu(b)
    model = local_model(ROOT / "cf_vlm_bench/checkpoints" / CHECKPOINT, sampling={"max_tokens": 12}, device=device, dtype="float32")
    return {"device": device} | same_answers(b, model)


def server_python() -> str:
    named = [os.environ.get("CFVLM_SERVER_PYTHON", ""), str(ROOT / ".venv-vllm/bin/python")]
    if found := [p for p in named if p and Path(p).exists()]:
        return found[0]
    raise Skip("no environment with vLLM: neither CFVLM_SERVER_PYTHON nor .venv-vllm is there")


def vllm_imports(b: Bench) -> dict:
    code = "import json, torch, vllm; print(json.dumps({'vllm': vllm.__version__, 'torch': torch.__version__, 'cuda': torch.version.cuda, 'sees': torch.cuda.device_count()}))"
    done = subprocess.run([server_python(), "-c", code], capture_output=True, text=True, timeout=300)
    expect(done.returncode == 0, done.stderr[-1500:])
    said = json.loads(done.stdout.splitlines()[-1])
    expect(b.rehearse or said["sees"] == len(b.gpus), f"vLLM's torch sees {said['sees']} GPUs, the driver {len(b.gpus)}")
    return said


def spec_of(b: Bench, **more: Any) -> Any:
    from cf_vlm_bench.harness.serve.spec import ServerSpec

    own = {"name": CHECKPOINT, "python": server_python(), "dtype": "float32", "max_model_len": 2048, "images": 8, "concurrency": 32}
    if b.gpus:
        own |= {"utilisation": 0.3, "tensor_parallel": 1}
    return ServerSpec(model=str(ROOT / "cf_vlm_bench/checkpoints" / CHECKPOINT), **own | more)


def free_now(b: Bench) -> int:
    from cf_vlm_bench.harness.serve.gpus import gpus

    return gpus()[0].free if b.gpus else 0


def served(b: Bench) -> dict:
    "The server's own words about itself, against what was asked for."
    from cf_vlm_bench.harness.serve.server import serve

    if not b.rehearse:
        need_gpu(b)
    spec, b.free_before, start = spec_of(b), free_now(b), time.monotonic()
    b.server = b.held.enter_context(serve(spec, b.work / "logs", gpus=b.gpus[:1], show=print))
    said = b.server.served
    expect(not b.server.notes, "; ".join(b.server.notes))
    expect(said.order == "kept", f"the order of a prompt is {said.order}")
    return {"start_s": round(time.monotonic() - start, 1), "deciding": said.deciding, "cache_tokens": said.cache_tokens}


def its_answers(b: Bench) -> dict:
    from cf_vlm_bench.harness.names import find_model

    if not b.server:
        raise Skip("no server")
    return same_answers(b, find_model(b.server.word({"max_tokens": 12, "name": "served"})))


def through_the_template(b: Bench) -> dict:
    "The server's model through the papermill template."
    if not b.server:
        raise Skip("no server")
    try:
        import papermill
    except ImportError:
        raise Skip("papermill isn't installed") from None
    word = b.server.word({"max_tokens": 12, "name": "served"})
    at = {"name": "gpu", "suite": "drawn-lite:if_exist", "models": [CHECKPOINT, word], "runs": str(b.work / "template")}
    here = ROOT / "nbs/evals"
    papermill.execute_notebook(str(here / "pair_eval.ipynb"), str(b.work / "done.ipynb"), at, kernel_name="python3", progress_bar=False, cwd=str(here))
    return {"folders": [p.parent.name[:60] for p in (b.work / "template").rglob("manifest.json")]}


def memory(b: Bench) -> dict:
    "The plan against what the server took and reports."
    from cf_vlm_bench.harness.serve.memory import plan_server
    from cf_vlm_bench.harness.serve.weights import facts

    one = need_gpu(b)
    if not b.server:
        raise Skip("no server")
    known, took = facts(b.server.spec.model), b.free_before - free_now(b)
    plan = plan_server(b.server.spec, b.gpus[:1], known)
    share = took / one.total
    said = {"plan": plan.per_gpu, "took_gib": round(took / GIB, 2), "share_of_total": round(share, 3), "utilisation": plan.utilisation,
            "longest_planned": plan.longest, "cache_tokens_reported": b.server.served.cache_tokens, "reasons": plan.reasons}
    expect(plan.fits, f"the plan says that it doesn't fit: {plan}")
    expect(share < plan.utilisation + 0.05, f"it took {share:.2f} of the GPU, and {plan.utilisation:.2f} was planned")
    return said


def gives_back(b: Bench) -> dict:
    "Nothing is left on the GPU, nor as a process."
    from cf_vlm_bench.harness.serve.guard import below, parents

    if not b.server:
        raise Skip("no server")
    pids = below(b.server.process.process.pid)
    b.held.close()
    left = sorted(set(pids) & set(parents()))
    expect(not left, f"processes {left} are left")
    lost = (b.free_before - free_now(b)) / GIB
    expect(lost < 0.5, f"{lost:.2f} GiB of the GPU are still taken")
    return {"processes_ended": len(pids), "gib_still_taken": round(lost, 3)}


def two_gpus(b: Bench) -> dict:
    "The same answers with the weights on two GPUs."
    from cf_vlm_bench.harness.names import find_model
    from cf_vlm_bench.harness.serve.server import serve

    need_gpu(b)
    if len(b.gpus) < 2:
        raise Skip("one GPU only")
    with serve(spec_of(b, tensor_parallel=2), b.work / "logs", gpus=b.gpus[:2], show=print) as server:
        expect(server.served.tensor_parallel == 2, f"the server says tensor_parallel={server.served.tensor_parallel}")
        return same_answers(b, find_model(server.word({"max_tokens": 12, "name": "served"})))


CHECKS: tuple[Callable[[Bench], dict], ...] = (
    driver, parents_choice, torch_sees, snapshot, in_this_process, vllm_imports, served, its_answers, through_the_template, memory, gives_back, two_gpus)  # fmt: skip


def made(check: Callable[[Bench], dict], b: Bench) -> dict:
    "One check: its state, its time and what it found."
    start = time.monotonic()
    try:
        found: dict = {"state": "passed", "facts": check(b)}
    except Skip as e:
        found = {"state": "skipped", "why": str(e)}
    except Exception as e:  # noqa: BLE001  a lease is short: whatever breaks in one check, the others are made
        found = {"state": "failed", "why": f"{type(e).__name__}: {e}"[:3000]}
    return {"check": check.__name__, **found, "seconds": round(time.monotonic() - start, 1)}


def main() -> int:
    asked = argparse.ArgumentParser(description="Checks that need a GPU.")
    asked.add_argument("report", nargs="?", default="gpu_report.json", type=Path)
    asked.add_argument("--rehearse", action="store_true", help="try on a CPU what can be tried there")
    asked = asked.parse_args()
    report = {"at": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", "python": platform.python_version(), "machine": platform.platform(), "checks": []}
    with tempfile.TemporaryDirectory() as work, ExitStack() as held:
        bench = Bench(asked.rehearse, Path(work), held)
        for check in CHECKS:
            row = made(check, bench)
            report["checks"].append(row)
            asked.report.write_text(json.dumps(report, indent=1, default=str))
            print(f"{row['state']:8} {row['seconds']:6.1f} s  {row['check']}: {row.get('why') or json.dumps(row['facts'], default=str)[:300]}", flush=True)
    states = [row["state"] for row in report["checks"]]
    print(", ".join(f"{states.count(s)} {s}" for s in ("passed", "failed", "skipped")))
    return int("failed" in states)


if __name__ == "__main__":
    sys.exit(main())
