"""Tree attention (h_2 = x1 x2 + x2 x3) and Strassen attention in PyTorch on the CPU, float64, several formulations.

Usage: torch_attention.py tree|strassen N D --threads T [--repeat R]   (Debian's python3-torch, under /usr/bin/python3)

Prints one JSON object: the best time of each formulation, and the peak memory. Inputs are made before the clock starts;
every formulation runs once to warm up and is compared with the first. Maxima are subtracted, as in attest.
"""

import argparse
import json
import resource
import time

import torch


def edge_inplace(q, k, scale, log_weight, messages):
    """Average of the messages, and log of the total: in place, as few passes as there are."""
    s = torch.mm(q * scale, k.T)
    if log_weight is not None:
        s += log_weight
    m = s.amax(1, keepdim=True)
    s.sub_(m).exp_()
    total = s.sum(1, keepdim=True)
    return torch.mm(s, messages).div_(total), (m + total.log()).T


def edge_ones(q, k, scale, log_weight, messages):
    """The same with the total as one more column of the product."""
    s = torch.mm(q * scale, k.T)
    if log_weight is not None:
        s += log_weight
    m = s.amax(1, keepdim=True)
    s.sub_(m).exp_()
    both = torch.mm(s, torch.cat((messages, torch.ones(len(messages), 1, dtype=messages.dtype)), 1))
    return both[:, :-1] / both[:, -1:], (m + both[:, -1:].log()).T


def edge_bias(q, k, scale, log_weight, messages):
    """The log weights as one more column of the score product; softmax and logsumexp of the library."""
    if log_weight is not None:
        q = torch.cat((q * scale, torch.ones(len(q), 1, dtype=q.dtype)), 1)
        k = torch.cat((k, log_weight.T), 1)
        scale = 1
    s = torch.mm(q * scale, k.T)
    return torch.mm(torch.softmax(s, 1), messages), torch.logsumexp(s, 1, keepdim=True).T


def edge_softmax(q, k, scale, log_weight, messages):
    """Softmax of the library; the log total is needed for the inner edge only."""
    s = torch.mm(q * scale, k.T)
    if log_weight is not None:
        s += log_weight
        return torch.mm(torch.softmax(s, 1), messages), None
    m = s.amax(1, keepdim=True)
    s.sub_(m).exp_()
    total = s.sum(1, keepdim=True)
    return torch.mm(s, messages).div_(total), (m + total.log()).T


def edge_blocks(q, k, scale, log_weight, messages, rows=256):
    """In blocks of rows, so that scores stay in the cache."""
    averages, logs = [], []
    for first in range(0, len(q), rows):
        average, log = edge_inplace(q[first:first + rows], k, scale, log_weight, messages)
        averages.append(average)
        logs.append(log)
    return torch.cat(averages), torch.cat(logs, 1)


def tree(edge):
    def run(q, v, scale):
        average, log = edge(q[1], q[2], scale, None, v[1])
        return edge(q[0], q[1], scale, log, v[0] * average)[0]
    return run


def strassen_factors(q, scale):
    x, y, z = torch.mm(q[0] * scale, q[1].T), torch.mm(q[1] * scale, q[2].T), torch.mm(q[2] * scale, q[0].T)
    # As attest: row maxima of y, column maxima of z, then row maxima of x with those of y.
    y_max = y.amax(1)
    z -= z.amax(0)
    x += y_max
    x -= x.amax(1, keepdim=True)
    y -= y_max[:, None]
    return x.exp_(), y.exp_(), z.exp_()


def strassen_einsum(q, v, scale):
    x, y, z = strassen_factors(q, scale)
    top = torch.einsum("ij,jc,jk,kc,ki->ic", x, v[0], y, v[1], z)
    return top / torch.einsum("ij,jk,ki->i", x, y, z)[:, None]


def strassen_einsum_steps(q, v, scale):
    """The products that einsum should find: (Y diag(v2_c)) Z for each c, in one product."""
    x, y, z = strassen_factors(q, scale)
    n, d = v[0].shape
    inner = torch.einsum("ckj,ki->cji", (y[:, :, None] * v[1]).permute(2, 1, 0), z)
    top = torch.einsum("ij,jc,cji->ic", x, v[0], inner)
    return top / (x * torch.mm(y, z).T).sum(1, keepdim=True)


def strassen_batched(q, v, scale):
    """d + 1 products of n x n matrices, each summed at once."""
    x, y, z = strassen_factors(q, scale)
    xt = x.T.contiguous()
    top = torch.stack([(xt * v[0][:, c:c + 1] * torch.mm(y, z * v[1][:, c:c + 1])).sum(0) for c in range(v[0].shape[1])], 1)
    return top / (xt * torch.mm(y, z)).sum(0)[:, None]


def strassen_one_product(q, v, scale):
    """All columns side by side: Y times an n x (d + 1) n matrix."""
    x, y, z = strassen_factors(q, scale)
    n, d = v[0].shape
    right = torch.cat((v[1], torch.ones(n, 1, dtype=y.dtype)), 1)
    left = torch.cat((v[0], torch.ones(n, 1, dtype=y.dtype)), 1)
    inner = torch.mm(y, (z[:, None, :] * right[:, :, None]).reshape(n, (d + 1) * n)).view(n, d + 1, n)
    sums = (inner * left[:, :, None] * x.T[:, None, :]).sum(0)
    return (sums[:-1] / sums[-1]).T


FORMULATIONS = {
    "tree": {"in place": tree(edge_inplace), "column of ones": tree(edge_ones), "softmax, logsumexp": tree(edge_bias),
             "softmax": tree(edge_softmax), "blocks": tree(edge_blocks)},
    "strassen": {"einsum": strassen_einsum, "einsum, in steps": strassen_einsum_steps, "mm per column": strassen_batched,
                 "one mm": strassen_one_product},
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("algorithm", choices=FORMULATIONS)
    parser.add_argument("n", type=int)
    parser.add_argument("d", type=int)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(1)
    q = [torch.randn(arguments.n, arguments.d, dtype=torch.float64) for _ in range(3)]
    v = [torch.randn(arguments.n, arguments.d, dtype=torch.float64) for _ in range(2)]
    seconds, processor, first = {}, {}, None
    with torch.inference_mode():
        for name, run in FORMULATIONS[arguments.algorithm].items():
            result = run(q, v, 1 / arguments.d)
            first = result if first is None else first
            assert torch.allclose(result, first, rtol=1e-9, atol=1e-12), name
            times = []
            for _ in range(arguments.repeat):
                cpu, start = time.process_time(), time.perf_counter()
                run(q, v, 1 / arguments.d)
                times.append((time.perf_counter() - start, time.process_time() - cpu))
            seconds[name] = min(wall for wall, _ in times)
            processor[name] = min(cpu for _, cpu in times)
    print(json.dumps({"seconds": seconds, "processor_seconds": processor, "torch": torch.__version__,
                      "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))


if __name__ == "__main__":
    main()
