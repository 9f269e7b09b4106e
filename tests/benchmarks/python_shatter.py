"""A straightforward search for shattered sets in Python: depth-first over row sets, columns as bits of integers,
equal rows and equal columns merged. attest's answers and times are compared with it (compare_shatter.py)."""

import itertools

MASK = (1 << 64) - 1


def splitmix64(seed, k):
    z = (seed + (k + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def random_table(n, seed):
    """The values of `attest shatter random n=N --seed SEED` in the order of words."""
    outputs = [splitmix64(seed, k) for k in range((2 ** n + 63) // 64)]
    return [outputs[rank // 64] >> (rank % 64) & 1 for rank in range(2 ** n)]


def matrix(table, n, rows):
    """Distinct rows as integers over the distinct columns; `rows` are 1-based positions."""
    def offsets(positions):
        return [sum(bit << (n - i) for bit, i in zip(bits, positions))
                for bits in itertools.product((0, 1), repeat=len(positions))]

    row_offsets = offsets(rows)
    column_offsets = offsets([i for i in range(1, n + 1) if i not in rows])
    distinct = dict.fromkeys(tuple(table[r + c] for c in column_offsets) for r in row_offsets)
    columns = list(dict.fromkeys(zip(*distinct)))
    return [sum(column[k] << c for c, column in enumerate(columns)) for k in range(len(distinct))], len(columns)


def shattered_counts(lines, columns):
    """How many sets of rows are shattered, by size. A set is shattered when every cell of columns with equal values on
    it is nonempty; a row that leaves a cell in one piece beside S does so beside every superset of S."""
    counts = [1]

    def extend(cells, candidates, depth):
        for k, row in enumerate(candidates):
            halves = []
            for cell in cells:
                ones = cell & row
                zeros = cell & ~row
                if not ones or not zeros:
                    break
                halves.append(ones)
                halves.append(zeros)
            else:
                if len(counts) <= depth:
                    counts.append(0)
                counts[depth] += 1
                if len(halves) * 2 <= columns:
                    extend(halves, [r for r in candidates[k + 1:] if all(h & r and h & ~r for h in halves)], depth + 1)

    extend([(1 << columns) - 1], lines, 1)
    return counts


def vc_dimension(lines, columns):
    """The same search for the largest size alone: it ends when no set can be larger than the best."""
    most = min(columns.bit_length() - 1, len(lines))
    best = 0

    def extend(cells, candidates, depth):
        nonlocal best
        for k, row in enumerate(candidates):
            if best == most or depth + len(candidates) - k - 1 < best:
                return
            halves = []
            for cell in cells:
                ones = cell & row
                zeros = cell & ~row
                if not ones or not zeros:
                    break
                halves.append(ones)
                halves.append(zeros)
            else:
                best = max(best, depth)
                if len(halves) * 2 <= columns:
                    extend(halves, [r for r in candidates[k + 1:] if all(h & r and h & ~r for h in halves)], depth + 1)

    extend([(1 << columns) - 1], lines, 1)
    return best
