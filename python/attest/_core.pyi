version: str

def call(
    function: str,
    kind: str,
    theorem: bytes,
    parameters: list[tuple[bytes, bytes]],
    options: list[tuple[bytes, bytes]],
    standard_input: bytes,
) -> tuple[int, bytes, bytes]: ...
