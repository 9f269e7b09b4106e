// node onnx_run.mjs FOLDER-OF-NODE-MODULES layer.onnx cells.json: outputs and decisions by onnxruntime-web, as JSON.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, model, cellsFile] = process.argv.slice(2);
const entry = createRequire(pathToFileURL(`${modules}/`)).resolve("onnxruntime-web");
const ort = await import(pathToFileURL(entry));
ort.env.wasm.numThreads = 1;
const session = await (ort.InferenceSession ?? ort.default.InferenceSession).create(readFileSync(model));
const cells = JSON.parse(readFileSync(cellsFile));
const flat = BigInt64Array.from(cells.flat(), BigInt);
const Tensor = ort.Tensor ?? ort.default.Tensor;
const results = await session.run({ cells: new Tensor("int64", flat, [cells.length, cells[0].length]) });

const rows = (tensor) => {
  const width = tensor.dims[1];
  return Array.from({ length: tensor.dims[0] }, (_, k) => Array.from(tensor.data.slice(k * width, (k + 1) * width), Number));
};
console.log(JSON.stringify({ outputs: rows(results.outputs), decisions: results.decisions ? rows(results.decisions) : null,
                             type: results.outputs.type }));
