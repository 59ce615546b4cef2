import type * as nodeFs from 'node:fs';
import type * as nodePath from 'node:path';
import { isInstalled } from '../core/requirePackages.ts';
import { lazyBuiltin } from '../wire/lazyBuiltin.ts';
import { findModelsFolder, MANIFEST_FILE } from './modelsFolder.ts';

const fs = lazyBuiltin<typeof nodeFs>('node:fs');
const path = lazyBuiltin<typeof nodePath>('node:path');

/** The model of the catalogue that hears the end of a turn, and the package that runs it. */
const SMART_TURN = 'smart-turn-v3.2';
const RUNTIME = 'onnxruntime-node';

/** Returns the path of Smart Turn's ONNX file if it is pulled and its package is installed. Does not load the catalogue. */
export function findTurnModel(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folder = path().join(findModelsFolder(env), SMART_TURN);
  const file = fs().existsSync(path().join(folder, MANIFEST_FILE))
    ? fs()
        .readdirSync(folder)
        .find((name) => name.endsWith('.onnx'))
    : undefined;
  return file !== undefined && isInstalled(RUNTIME) ? path().join(folder, file) : undefined;
}
