import { checkOptions } from '../../../src/core/checkOptions.ts';
import { defer } from 'rxjs';
import type { PauseTurnModel } from '../../../src/core/turnModel.ts';
import { createSmartTurnHost, type SmartTurnHost } from './smartTurnHost.ts';

/** One host per model file, for the life of the process. */
const hosts = new Map<string, SmartTurnHost>();

/**
 * Creates Smart Turn v3, which judges the sound of the last 8 s, in 23 languages. The model runs in a worker thread
 * with `onnxruntime-node`, which you install, and is loaded when the first session begins.
 *
 * Errors with `turn_model_failed` if the model cannot be loaded or run; the next question restarts the thread.
 *
 * @example
 * ```ts
 * import { createSession } from 'antiphon';
 * import type { Agent, SessionConfig, SessionIo } from 'antiphon';
 * import { smartTurn } from 'antiphon/providers';
 *
 * export const converse = (agent: Agent<object>, config: SessionConfig<object>, io: SessionIo) =>
 *   createSession(agent, config, io, { ports: { turns: smartTurn({ modelPath: 'smart-turn-v3.2.onnx' }) } });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option
 * @see https://github.com/pipecat-ai/smart-turn
 */
export function smartTurn(options: { readonly modelPath: string }): PauseTurnModel {
  checkOptions('smartTurn', options, { modelPath: true });
  const { modelPath } = options;
  return {
    kind: 'pause',
    name: 'smart-turn',
    warmUp: () => findHost(modelPath).warmUp(),
    score: ({ audio }) => defer(() => findHost(modelPath).judge(audio())),
  };
}

function findHost(modelPath: string): SmartTurnHost {
  const host = hosts.get(modelPath) ?? createSmartTurnHost({ modelPath });
  hosts.set(modelPath, host);
  return host;
}
