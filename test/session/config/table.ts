import { STT, TTS, VAD } from '../../../providers/names.ts';
import type { SessionConfig } from '../../../src/session/config.ts';

/** No default: the field must be given, or may be left out. */
export const REQUIRED: unique symbol = Symbol('required');
export const OPTIONAL: unique symbol = Symbol('optional');
/** As OPTIONAL, and lawful only with another field: the tests of the provider have its cases. */
export const DEPENDENT: unique symbol = Symbol('dependent');

/** One line of a table of the spec: the field, its default, values that are lawful, values that are not. */
export type Row = readonly [field: string, fallback: unknown, lawful: readonly unknown[], unlawful: readonly unknown[]];

export interface Table {
  /** Where the table's fields stand in a config. */
  readonly at: string;
  readonly rows: readonly Row[];
  /** True if unknown fields are kept. */
  readonly isOpen?: boolean | undefined;
  /** A config with these settings at that place, all else as short as can be. */
  readonly config: (settings: object) => object;
}

export type Tables = Readonly<Record<string, Table>>;

export const KEY: { readonly api_key: string } = { api_key: 'k' };
export const AZURE: { readonly api_key: string; readonly region: string } = { api_key: 'k', region: 'eastus' };

export const shortest: SessionConfig = {
  initial_messages: [],
  vad: VAD.Silero(),
  stt: STT.Deepgram(KEY),
  tts: TTS.Deepgram(KEY),
  session_data: {},
};

type Within = (settings: object) => object;

export const inVad: Within = (settings) => ({ ...shortest, vad: { provider: 'silero', ...settings } });
export const inStt =
  (provider: string): Within =>
  (settings) => ({ ...shortest, stt: { provider, ...settings } });
export const inTts =
  (provider: string): Within =>
  (settings) => ({ ...shortest, tts: { provider, ...settings } });

export const API_KEY: Row = ['api_key', REQUIRED, ['k'], ['', 'a key', 'k\n', 7, null]];
export const BASE_URL: Row = [
  'base_url',
  OPTIONAL,
  ['https://localhost:8080/v1', 'ws://127.0.0.1'],
  ['', 'localhost', 'ftp://localhost', 7],
];
/** `extra` of a provider that takes headers and no `x`. */
export const EXTRA: Row = [
  'extra',
  OPTIONAL,
  [{}, { headers: { 'x-trace': '1' } }],
  [{ x: 1 }, { headers: { host: 'x' } }, 'x', 1, null],
];
export const SECONDS_BEYOND: readonly unknown[] = [-0.001, 2_147_484, Number.NaN, Number.POSITIVE_INFINITY, '1', null];
export const FINAL_TIMEOUTS_BEYOND: readonly unknown[] = [0, 0.09, 60.1, Number.NaN, '1', null];
export const TURN_TIMES_BEYOND: readonly unknown[] = [...SECONDS_BEYOND, 60.001, 500];
export const COUNTS_BEYOND: readonly unknown[] = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null];
export const RATES_BEYOND: readonly unknown[] = [0, 7999, 48_001, 16_000.5, '16000', null];
export const PHRASES: readonly unknown[] = ['default', [], ['mhm'], Array(1000).fill('m'.repeat(100))];
export const NO_PHRASES: readonly unknown[] = [
  'en',
  null,
  [''],
  ['…'],
  [7],
  ['m'.repeat(101)],
  Array(1001).fill('mhm'),
];
export const NO_BOOLEAN: readonly unknown[] = [0, 'true', null];
export const REGION: Row = ['region', REQUIRED, ['westeurope', 'eastus2'], ['', 'West Europe', 'evil.example/', 7]];
export const vector = (length: number): number[] => Array.from({ length }, () => 0.5);
