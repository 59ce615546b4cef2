import { toFailure, type Answered } from '../failures.ts';
import type { StudioTask, TaskInputs, TaskName } from './task.ts';

/** A thread's answer: the bytes to send, or the failure. */
export type TaskAnswer = {
  readonly kind: 'ran';
  readonly result: { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly answered: Answered };
};

type Handlers = {
  readonly [Name in TaskName]: () => Promise<(input: TaskInputs[Name]) => unknown>;
};

/** The code of each task, which is loaded when it is first needed. */
const HANDLERS: Handlers = {
  calls: async () => (await import('../index/answerFromIndex.ts')).answerFromIndex,
  warm: async () => (await import('../call/detail.ts'), () => ''),
  detail: async () => (await import('../call/detail.ts')).readDetail,
  part: async () => (await import('../call/part.ts')).readPart,
  request: async () => (await import('../call/modelRequest.ts')).readModelRequest,
  sliders: async () => (await import('../runs/sliders.ts')).readSliders,
  audioFormat: async () => (await import('../call/wav.ts')).readAudioFormat,
  audio: async () => (await import('../call/wav.ts')).readAudio,
  transcript: async () => (await import('../call/exportTranscript.ts')).exportTranscript,
  whatIf: async () => (await import('../runs/answerWhatIf.ts')).answerWhatIf,
  steps: async () => (await import('../steps.ts')).readSteps,
  score: async () => (await import('../runs/writeScore.ts')).writeScore,
};

/** Carries out a task. Never rejects. */
export async function answerTask({ name, input }: StudioTask): Promise<TaskAnswer> {
  try {
    const handle = (await HANDLERS[name]()) as (input: StudioTask['input']) => unknown;
    return { kind: 'ran', result: { bytes: toBytes(await handle(input)) } };
  } catch (error) {
    return { kind: 'ran', result: { answered: toFailure(error) } };
  }
}

/** Encodes a result: bytes and texts as they are, anything else as JSON. */
function toBytes(result: unknown): Uint8Array<ArrayBuffer> {
  if (result instanceof Uint8Array) return result as Uint8Array<ArrayBuffer>;
  return new TextEncoder().encode(typeof result === 'string' ? result : JSON.stringify(result));
}
