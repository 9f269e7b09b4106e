"""A variant: the statements of a file with a variant's patches applied (docs/theorem-files.md, "Variants")."""

from .errors import Refused
from .expressions import without_lines
from .statements import duplicate


def names(statements):
    """The variants of a file, `stated` among them unless a variant without patches takes its place."""
    variants = [one for one in statements if one.word == "variant"]
    plain = [one.get("name") for one in variants if not one.below]
    return ([] if plain else ["stated"]) + [one.get("name") for one in variants]


def programs(statements):
    """The variants that are programs of attest's own and no texts."""
    return [one.get("name") for one in statements if one.word == "variant" and one.get("program")]


def build(statements, name):
    """The statements of one variant, without any `variant` among them."""
    patches = []
    if name != "stated":
        found = [one for one in statements if one.word == "variant" and one.get("name") == name]
        if not found:
            raise Refused(f"no variant {name!r}")
        if found[0].get("program"):
            raise Refused(f"the variant {name!r} is a program")
        patches = found[0].below
    result = duplicate([one for one in statements if one.word != "variant"])
    own_layers = [patch for patch in patches if patch.word == "layer"]
    if own_layers:
        result = [one for one in result if one.word != "layer"] + duplicate(own_layers)
    for patch in patches:
        if patch.word == "readout":
            result = [one for one in result if one.word != "readout"] + duplicate([patch])
        elif patch.word == "change":
            change(result, patch)
        elif patch.word == "drop":
            drop(result, patch)
        elif patch.word == "add":
            add(result, patch)
    return result


def check_meanings(statements):
    """In every variant a coordinate may be called after a feature only if it holds that feature; an index of the task is
    called as neither."""
    for name in names(statements):
        if name in programs(statements):
            continue
        built = build(statements, name)
        features = {feature["name"] for one in built for feature in one.get("features") or []}
        coordinates = set()
        for layer in layers_in(built, {}):
            for embed in layer.all("embed"):
                for coordinate, value in embed.get("coordinates"):
                    if coordinate in features and value[:2] != ("name", coordinate):
                        raise Refused(f"{coordinate!r} is a coordinate and a feature; one name has one meaning")
                    coordinates = coordinates | {coordinate}
        for task in built:
            if task.word == "task" and (features | coordinates) & set(task.get("every") or []):
                raise Refused("an index of the task is called as something of the file")


def layers_in(statements, scope):
    layers = [one for one in statements if one.word == "layer"]
    if "layer" in scope:
        layers = [layers[int(scope["layer"]) - 1]]
    return layers


def heads_in(statements, scope):
    heads = [head for layer in layers_in(statements, scope) for head in layer.all("head")]
    if "head" in scope:
        wanted = scope["head"]
        heads = [head for place, head in enumerate(heads) if head.get("name") == wanted or str(place + 1) == wanted]
    return heads


def named(statements, scope, word, name):
    """(head, statement) of the displays or index sets that are called so."""
    return [(head, one) for head in heads_in(statements, scope) for one in head.all(word) if one.get("name") == name]


def only(found, what):
    if len(found) != 1:
        raise Refused(f"a path names {len(found)} parts: {what}")
    return found[0]


def row_key(row):
    role = row.get("role")
    if row.get("family"):
        return (role, "family", row.get("family")[0])
    number = row.get("number")
    if number is None:
        number = ("number", 2)  # `value` alone is the value of a standard head
    if isinstance(number, tuple) and number[0] == "number":
        return (role, int(number[1]))
    return (role, without_lines(number))


def change(statements, patch):
    scope = patch.get("scope")
    if "feature" in patch.says:
        feature = patch.get("feature")
        kinds = [one for one in statements if one.word == "tokens"
                 and any(old["name"] == feature["name"] for old in one.get("features"))]
        features = only(kinds, feature["name"]).get("features")
        place = [old["name"] for old in features].index(feature["name"])
        features[place] = feature
    elif "statement" in patch.says:
        change_statement(statements, scope, duplicate(patch.get("statement")), patch)
    else:
        change_name(statements, scope, patch.get("name"), patch.get("value"), patch)


def change_statement(statements, scope, new, patch):
    if new.word == "row":
        rows = [(head, row) for head in heads_in(statements, scope) for row in head.all("row")
                if row_key(row) == row_key(new)]
        head, old = only(rows, new.word)
        if new.get("indices") is None:
            new.says.update({"indices": old.get("indices"), "receiver": old.get("receiver")})
        head.below[head.below.index(old)] = new
    elif new.word in ("displayed", "over"):
        head, old = only(named(statements, scope, new.word, new.get("name")), new.word)
        head.below[head.below.index(old)] = new
    elif new.word == "encode":
        found = [(layer, one) for layer in layers_in(statements, scope) for one in layer.all("encode")
                 if one.get("kind") == new.get("kind")]
        layer, old = only(found, new.word)
        layer.below[layer.below.index(old)] = new
    elif new.word in ("task", "tokens", "where", "judged", "reduction", "image", "map", "becomes"):
        old = only([one for one in statements if one.word == new.word and one.get("kind") == new.get("kind")], new.word)
        statements[statements.index(old)] = new
    elif new.word == "param":
        old = only([one for one in statements if one.word == "param" and one.get("name") == new.get("name")], "param")
        statements[statements.index(old)] = new
    elif new.word == "let":
        old = only([one for one in statements if one.word == "let" and one.get("name") == new.get("name")], "let")
        statements[statements.index(old)] = new
    elif new.word == "input":
        for item in new.get("inputs"):
            inputs = only([one for one in statements if one.word == "input"
                           and any(old[0] == item[0] for old in one.get("inputs"))], item[0]).get("inputs")
            inputs[[old[0] for old in inputs].index(item[0])] = item
    elif new.word == "embed":
        for name, value in new.get("coordinates"):
            change_name(statements, scope, name, value, patch)
    else:
        raise Refused(f"a change of '{new.word}'")


def kernel_word(value):
    """hard-maximum and exact-match are read as differences of names."""
    names = [part[1] for part in value[1:] if isinstance(part, tuple) and part[0] == "name"]
    word = value[1] if value[0] == "name" else "-".join(names)
    if word not in ("softmax", "exact-match", "expressive", "hard-maximum"):
        raise Refused("no kernel")
    return word


def change_name(statements, scope, name, value, patch):
    if name == "scale":
        only(heads_in(statements, scope), name).says["scale"] = value
        return
    if name == "kernel":
        head = only(heads_in(statements, scope), name)
        head.says["kernel"] = kernel_word(value)
        head.says["leftmost"] = head.says["leftmost"] and head.says["kernel"] == "hard-maximum"
        return
    if name == "score":
        found = [(head, one) for head in heads_in(statements, scope) for one in head.all("score")]
        only(found, name)[1].says["value"] = value
        return
    if name == "d":
        only(layers_in(statements, scope), name).says["d"] = value
        return
    if name == "readout":
        only([one for one in statements if one.word == "readout"], name).says = {"value": value}
        return
    targets = []
    for one in statements:
        if one.word == "param" and one.get("name") == name:
            targets.append(lambda one=one: one.says.update({"default": value, "auto": None}))
        if one.word == "let" and one.get("name") == name:
            targets.append(lambda one=one: one.says.update({"value": value}))
        for feature in one.get("features") or []:
            if feature["name"] == name:
                targets.append(lambda feature=feature: (feature.pop("by", None), feature.update({"value": value})))
    for layer in layers_in(statements, scope):
        for embed in layer.all("embed"):
            coordinates = embed.get("coordinates")
            for place, (known, _) in enumerate(coordinates):
                if known == name:
                    targets.append(lambda coordinates=coordinates, place=place: coordinates.__setitem__(
                        place, (name, value)))
    only(targets, name)()


def drop(statements, patch):
    scope, word, rest = patch.get("scope"), patch.get("word"), patch.get("rest")
    if word == "residual":
        only(layers_in(statements, scope), word).says["residual"] = False
        return
    if word in ("displayed", "over"):
        head, old = only(named(statements, scope, word, rest), word)
        head.below.remove(old)
        return
    if word == "score":
        head, old = only([(head, one) for head in heads_in(statements, scope) for one in head.all("score")], word)
        head.below.remove(old)
        return
    if word in ("where", "judged"):
        statements.remove(only([one for one in statements if one.word == word], word))
        return
    checks = [(one, entry) for one in statements if one.word == "check" for entry in one.get("entries")
              if entry.get("name", entry["check"]) == word]
    if checks:
        statement, entry = only(checks, word)
        statement.get("entries").remove(entry)
        return
    raise Refused(f"drop {word}")


def add(statements, patch):
    new = duplicate(patch.get("statement"))
    if new.word in ("row", "displayed", "over", "score"):
        only(heads_in(statements, patch.get("scope")), new.word).below.append(new)
    elif new.word in ("out", "encode", "embed"):
        only(layers_in(statements, patch.get("scope")), new.word).below.append(new)
    else:
        statements.append(new)
