import type { Prices } from '../../../session/usage/prices.ts';
import type { CallsRequest, ScoreRequest, WhatIfRequest } from '../../../studio/protocol.ts';
import type { CallFile, Folder } from '../folder/folder.ts';
import type { AudioSide } from '../../../studio/protocol.ts';

/** The inputs of the tasks that run in threads, by name. */
export interface TaskInputs {
  readonly calls: {
    readonly folder: Folder;
    readonly cacheFolder: string;
    readonly prices: Prices | undefined;
    readonly request: CallsRequest;
  };
  /** Loads the code of `detail` and its neighbours. */
  readonly warm: Record<never, never>;
  readonly detail: { readonly file: CallFile; readonly prices: Prices | undefined };
  readonly part: { readonly file: CallFile; readonly fromMs: number; readonly toMs: number; readonly bins: number };
  readonly request: { readonly file: CallFile; readonly stream: string };
  readonly sliders: { readonly file: CallFile };
  readonly audioFormat: { readonly file: CallFile; readonly side: AudioSide };
  /** A range of the bytes of a WAV file, including `from` and excluding `to`. */
  readonly audio: { readonly file: CallFile; readonly side: AudioSide; readonly from: number; readonly to: number };
  readonly transcript: { readonly file: CallFile };
  readonly whatIf: { readonly file: CallFile; readonly session: string | undefined; readonly request: WhatIfRequest };
  readonly steps: { readonly file: CallFile; readonly session: string | undefined };
  readonly score: { readonly file: CallFile; readonly request: ScoreRequest };
}

export type TaskName = keyof TaskInputs;

/** A task for a thread. */
export type StudioTask = {
  readonly [Name in TaskName]: { readonly name: Name; readonly input: TaskInputs[Name] };
}[TaskName];
