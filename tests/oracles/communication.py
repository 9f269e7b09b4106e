#!/usr/bin/python3
"""What the protocols of Theorems F.3 and F.5 (seed 003, lines 3062-3073, 3093-3284) sum, token by token.

Nothing here knows blocks, polynomials in n or orbits by canonical forms, as attest does: tuples are tuples of token numbers at a
given n, and branches up to renaming are counted by Burnside's lemma.
"""
import fractions
import itertools
import math


def function_of(token, n, t):
    """The function whose block a token is in; 0 is x."""
    return 0 if token == t * n + 1 else (token - 1) // n + 1


def knows(player, t):
    """Definition F.1: what the players have, as functions."""
    if player == 1:
        return {0, 2}
    if player == t:
        return {0, *range(1, t)}
    return {0, *range(1, player), player + 1}


def summed(player, n, t):
    """Lines 3271-3277: the tokens over which the sums of a player run; those of Players 1 and 2 are spelled out."""
    tokens, x = set(range(1, t * n + 2)), t * n + 1
    if player == 1:
        return {*range(n + 1, 2 * n + 1), x} & tokens
    if player == 2:
        return {*range(1, n + 1), *range(2 * n + 1, 3 * n + 1), x} & tokens
    return {*range(1, (player - 1) * n + 2), *range(player * n + 1, (player + 1) * n + 1), x} & tokens


def coverage(t, variables, n):
    """Numbers of index tuples: summed by nobody, first summed by a player who lacks a token, known to nobody."""
    sums = [summed(player, n, t) for player in range(1, t + 1)]
    known = [{token for token in range(1, t * n + 2) if function_of(token, n, t) in knows(player, t)}
             for player in range(1, t + 1)]
    nobody = lacking = unknown = 0
    for chosen in itertools.product(range(1, t * n + 2), repeat=variables - 1):
        used = set(chosen)
        first = next((player for player in range(t) if used <= sums[player]), None)
        if first is None:
            nobody += 1
        elif not used <= known[first]:
            lacking += 1
        unknown += not any(used <= set_ for set_ in known)
    return nobody, lacking, unknown


def strassen_coverage(n):
    """Theorem F.3: index pairs (j, k) that no player of three can sum."""
    pairs = itertools.product(range(1, 3 * n + 2), repeat=2)
    return sum(not any({function_of(j, n, 3), function_of(k, n, 3)} <= knows(player, 3) for player in (1, 2, 3))
               for j, k in pairs)


def strassen_witness(n):
    """Theorem F.3: what the head and the coordinator give where every exponential is 1 and a pair has value 1 if its first token
    is in f_2 and its second in f_3, else 0."""
    head, sent = [], []
    for j, k in itertools.product(range(1, 3 * n + 2), repeat=2):
        value = function_of(j, n, 3) == 2 and function_of(k, n, 3) == 3
        head.append(value)
        if any({function_of(j, n, 3), function_of(k, n, 3)} <= knows(player, 3) for player in (1, 2, 3)):
            sent.append(value)
    return fractions.Fraction(sum(head), len(head)), fractions.Fraction(sum(sent), len(sent))


def components(vertices, edges):
    left, result = set(vertices), []
    while left:
        group, new = set(), {left.pop()}
        while new:
            group |= new
            new = {b for a in new for b in left if frozenset((a, b)) in edges}
            left -= new
        result.append(group)
    return result


def graphs(variables):
    """Connected graphs on x_2, .., x_s up to renaming: {representative: branches up to renaming with that graph}, and how many
    branches there are before renaming. A branch is a set of products of two or more variables; two of x_2, .., x_s that stand in
    one product are joined."""
    others = list(range(2, variables + 1))
    pairs = [frozenset(pair) for pair in itertools.combinations(others, 2)]
    monomials = [frozenset(m) for size in range(2, variables + 1)
                 for m in itertools.combinations(range(1, variables + 1), size)]

    def inside(edges):
        return [m for m in monomials if all(frozenset(p) in edges for p in itertools.combinations(sorted(m - {1}), 2))]

    def moved(thing, rename):
        return frozenset(rename.get(v, v) for v in thing)

    renamings = [dict(zip(others, image)) for image in itertools.permutations(others)]
    found, before = {}, 0
    for size in range(len(pairs) + 1):
        for edges in map(frozenset, itertools.combinations(pairs, size)):
            if len(components(others, edges)) != 1:
                continue
            key = min(tuple(sorted(tuple(sorted(moved(e, rename))) for e in edges)) for rename in renamings)
            fixed = 0  # branches with exactly this graph that a renaming leaves as they are, over all renamings
            for rename in renamings:
                if frozenset(moved(e, rename) for e in edges) != edges:
                    continue
                orbits_of_edges = orbits(edges, rename, moved)
                for kept in itertools.product((False, True), repeat=len(orbits_of_edges)):
                    subset = frozenset(e for orbit, keep in zip(orbits_of_edges, kept) if keep for e in orbit)
                    sign = (-1) ** (len(orbits_of_edges) - sum(kept))
                    count = len(orbits(inside(subset), rename, moved))
                    fixed += sign * 2 ** count
                    if rename == {v: v for v in others}:
                        before += sign * 2 ** count
            found[key] = found.get(key, 0) + fixed
    if variables == 2:  # no pair: the one branch in which x_2 occurs
        return {(): 1}, 1
    return {key: total // math.factorial(variables - 1) for key, total in found.items()}, before


def orbits(things, rename, moved):
    left, result = set(things), []
    while left:
        orbit, new = set(), {next(iter(left))}
        while new:
            orbit |= new
            new = {moved(thing, rename) for thing in new} - orbit
        left -= orbit
        result.append(orbit)
    return result


def out_of_reach(t, variables, edges):
    """Block tuples whose sum no products of the players' sums give: variables on x are known to all, the others split into the
    groups that the graph still joins, and some group's functions are known to nobody."""
    others = list(range(2, variables + 1))
    edges = {frozenset(e) for e in edges}
    count = 0
    for blocks in itertools.product(range(t + 1), repeat=variables - 1):
        at = dict(zip(others, blocks))
        groups = components([v for v in others if at[v] != 0], edges)
        count += any(not any({at[v] for v in group} <= knows(player, t) for player in range(1, t + 1))
                     for group in groups)
    return count
