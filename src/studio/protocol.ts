import type { Metric } from '../core/metric.ts';
import type { Usage } from '../core/usage.ts';
import type { Timeline } from '../draw/model.ts';
import type { ExplainedStep } from '../replay/explain.ts';
import type { WhatIf } from '../replay/whatIf/whatIf.ts';

/**
 * The messages between the page of Studio and its server. Every path is below `/api`; times are in ms of session time,
 * unless a name says otherwise. The address is `http://127.0.0.1:PORT/#token=…`, followed by `&call=ID` if Studio was
 * started with a file. The page sends the token as `Authorization: Bearer`. Media elements and downloads cannot: they
 * send a cookie, which the server sets with each answer to a request that has the token, so the page makes one such
 * request first. A failure is a `StudioFailure` with status 4xx or 5xx.
 */
export interface StudioFailure {
  readonly code: string;
  readonly message: string;
  /** A link into the documentation: `errors.md#recording_invalid`. */
  readonly docs?: string | undefined;
}

/** A row of the table: a recording. Null: unknown. */
export interface CallRow {
  /** The path below the folder, with `/`. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
  /** The line that the call came over: `twilio`, `browser`; null if the recording does not say. */
  readonly line: string | null;
  readonly agent: string | null;
  readonly lengthMs: number;
  readonly turns: number;
  readonly waitP50Ms: number | null;
  readonly waitP95Ms: number | null;
  readonly interruptions: number;
  /** Turns that were answered although the user had not finished. */
  readonly cutOffs: number;
  readonly failures: number;
  /** In the currency of the price table; null without prices. */
  readonly cost: number | null;
  /** The reason of the end; null if the recording is incomplete. */
  readonly end: string | null;
  /** The first code of a file that cannot be read, with its message; the other fields are then 0, null or ''. */
  readonly fault: StudioFailure | null;
}

export type Column = Exclude<keyof CallRow, 'fault'>;

/** `GET /calls?query=…&sort=waitP95Ms&order=desc&offset=0&limit=100` */
export interface CallsRequest {
  /**
   * What the user typed: words that were said, and conditions such as `wait p95 > 1.5 s`, `cut off`, `failed`,
   * `interruptions >= 2`, `agent = concierge`, `length > 5 min`. All must hold.
   */
  readonly query: string;
  readonly sort: Column;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

export interface CallsResponse {
  /** All recordings of the folder, those that are read so far, and those that match the query. */
  readonly total: number;
  readonly indexed: number;
  readonly matched: number;
  readonly rows: readonly CallRow[];
  /** How the query was understood: `wait p95 above 1.5 s`, `said "table"`. */
  readonly understood: readonly string[];
  /** A part of the query that was not understood; the rows then ignore it. */
  readonly notUnderstood: string | null;
  /** For each numeric column, the matched rows in at most 24 bins. That of `recordedAt` counts ms since 1970. */
  readonly histograms: Readonly<Partial<Record<Column, Histogram>>>;
}

export interface Histogram {
  readonly from: number;
  readonly to: number;
  readonly counts: readonly number[];
}

/** Words of a line of the transcript. */
export interface TranscriptLine {
  readonly atMs: number;
  readonly who: 'user' | 'agent' | 'function';
  readonly text: string;
  /** Of the agent: how many characters at the start were heard. Of an interim: 0. */
  readonly heardChars: number;
  readonly kind: 'message' | 'interim';
  /** Times of words, as far as they are known: character offsets in `text`. */
  readonly words: readonly {
    readonly fromMs: number;
    readonly toMs: number;
    readonly fromChar: number;
    readonly toChar: number;
  }[];
}

/** A call of the language model. `GET /request?id=…&stream=llm.0` answers with one. */
export interface ModelRequest {
  readonly stream: string;
  readonly turn: number;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly firstTextMs: number | null;
  /** The messages that it was asked with, as far as the recording determines them. */
  readonly messages: readonly object[];
  /** The chunks, with their times. */
  readonly chunks: readonly { readonly atMs: number; readonly value: unknown }[];
  readonly outcome: string;
}

export interface FunctionCallView {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly result: string | null;
}

/** The wait for an answer that was heard. */
export interface WaitView {
  readonly turn: number;
  /** The user's words. */
  readonly text: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly parts: Metric['parts'];
}

/** `GET /call?id=…` */
export interface CallDetail {
  readonly row: CallRow;
  readonly config: object;
  readonly ports: {
    readonly stt: string;
    readonly tts: string;
    readonly model: string | null;
    readonly turns: string | null;
  };
  readonly splices: readonly string[];
  readonly ownStages: readonly string[];
  /** Whether audio of a side was kept. */
  readonly audio: { readonly user: boolean; readonly agent: boolean };
  /** Without `windows`, `microphone`, `loudspeaker` and `chunks`, which come by `GET /part`. */
  readonly timeline: Timeline;
  readonly transcript: readonly TranscriptLine[];
  readonly waits: readonly WaitView[];
  readonly requests: readonly Omit<ModelRequest, 'messages' | 'chunks'>[];
  readonly functions: readonly FunctionCallView[];
  readonly usage: Usage | null;
  /** The currency of the costs; null without prices. */
  readonly currency: string | null;
  readonly failures: readonly {
    readonly atMs: number;
    readonly code: string;
    readonly message: string;
    readonly docs: string;
  }[];
  /** Warnings about the recording: written under other rules, incomplete. */
  readonly warnings: readonly string[];
}

/** `GET /part?id=…&from=0&to=60000&bins=1280`: what is drawn of a stretch of time. */
export interface CallPart {
  readonly windows: Timeline['windows'];
  /** Highest sample of each of `bins` equal parts, 0 to 1; empty if the audio of the side was not kept. */
  readonly user: readonly number[];
  readonly agent: readonly number[];
}

/** `GET /steps?id=…`: the steps of the floor with their reasons. Computed once, by a replay. */
export interface CallSteps {
  readonly steps: readonly ExplainedStep[];
  /** The edges and stages of the session, for the picture: `from` and `to` are stages, `floor`, `user` or `transport`. */
  readonly graph: readonly { readonly edge: string; readonly from: string; readonly to: readonly string[] }[];
  /** The first difference between the recording and the current code, in words; null: none. */
  readonly difference: string | null;
}

/** A setting that a slider changes. Values in the units of the configuration. */
export interface Slider {
  readonly name: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: 's' | '' | 'words';
  readonly value: number;
}

/** `GET /sliders?id=…` */
export interface Sliders {
  readonly sliders: readonly Slider[];
}

/** `POST /what-if` */
export interface WhatIfRequest {
  readonly id: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

export interface WhatIfResponse {
  readonly result: WhatIf;
  /** Both runs to draw, without windows and envelopes. */
  readonly before: Timeline;
  readonly after: Timeline;
  /** The changed settings as they are written in a config, to copy. */
  readonly config: string;
  readonly tookMs: number;
}

/**
 * `POST /sweep`: runs the selected calls over a grid. Answers with lines of JSON: `SweepProgress`, at last `SweepResult`,
 * or a `StudioFailure` if it fails after its beginning. It is cancelled when the client disconnects.
 */
export interface SweepRequest {
  readonly ids: readonly string[];
  readonly axes: readonly {
    readonly name: string;
    readonly from: number;
    readonly to: number;
    readonly count: number;
  }[];
}

export interface SweepProgress {
  readonly done: number;
  readonly runs: number;
}

export interface SweepResult {
  readonly ran: readonly string[];
  readonly failed: readonly { readonly id: string; readonly message: string }[];
  readonly cells: readonly {
    readonly changes: Readonly<Record<string, unknown>>;
    readonly isRecorded: boolean;
    readonly isEfficient: boolean;
    readonly waitMeanMs: number | null;
    readonly cutOff: number;
    readonly falseInterruptions: number;
  }[];
}

/** `POST /score`: writes the score of the call, or of a stretch of it, next to the recording, and runs it. */
export interface ScoreRequest {
  readonly id: string;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface ScoreResponse {
  /** The path of the written file below the folder. */
  readonly path: string;
  readonly source: string;
  /**
   * How the agent's speech differs from the recording. `cuts`: the agent is only cut off a few words earlier or later,
   * and the test passes · `other`: the test fails.
   */
  readonly difference: 'none' | 'cuts' | 'other';
  /** Two aligned timelines in text, if the test fails. */
  readonly timelines: string | null;
  /** What the score leaves out. */
  readonly omitted: readonly string[];
}

/**
 * Media and downloads: `GET /audio?id=…&side=user|agent|both|heard` is a WAV file with ranges: each side alone, both in
 * stereo, or mixed as the user heard it. `GET /export?id=…&as=json|wav|vtt` downloads.
 */
export type AudioSide = 'user' | 'agent' | 'both' | 'heard';
