import { isObservable } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import { HEARD_BY } from '../../core/playout.ts';
import { assertKnownName, type NameSet } from '../../core/names.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { Ports } from '../config/ports.ts';
import { describeInput } from '../../core/describeInput.ts';
import { EDGES, type EdgeName } from '../edges.ts';
import type { SessionOptions } from '../session.ts';
import type { SpliceFailure, SpliceSettings } from '../splices/splice.ts';
import { STAGES } from '../stages.ts';
import { checkPrices } from '../usage/prices.ts';

type Parts = Pick<
  SessionOptions,
  'splice' | 'stages' | 'taps' | 'ports' | 'containment' | 'telemetry' | 'prices' | 'checkpointBytes'
>;

/**
 * Checks the splices, stages, taps, ports, containment, telemetry, prices and checkpoint size of a session.
 *
 * @throws AntiphonError `usage_invalid` for an unknown edge, stage or port, or an invalid value or price
 */
export function checkParts({ splice = {}, stages = {}, ports = {}, ...rest }: Parts): void {
  checkPrices(rest.prices);
  checkBytes(rest.checkpointBytes);
  checkSplices(splice);
  for (const [name, own] of Object.entries(stages)) {
    assertKnownName('stage', STAGES, name, `stages.${name}`);
    if (own !== undefined) checkFunction(`stages.${name}`, 'a function that returns an operator', own);
  }
  for (const [name, own] of Object.entries<unknown>(ports)) {
    const port = assertKnownName('port', PORT_NAMES, name, `ports.${name}`);
    if (typeof own === 'function') continue;
    const method = port === 'turns' ? checkTurnModel(own) : PORTS[port];
    if (own !== undefined) checkFunction(`ports.${name}.${method}`, 'a function', (own as Fields | null)?.[method]);
  }
  checkTaps(rest.taps);
  checkContainment(rest.containment);
  checkTelemetry(rest.telemetry);
}

const SPLICE_SETTINGS: NameSet<keyof SpliceSettings<EdgeName>> = {
  operator: true,
  name: true,
  onError: true,
  maxDelayMs: true,
};

function checkSplices(splice: object): void {
  for (const [name, own] of Object.entries(splice)) {
    assertKnownName('edge', EDGES, name, `splice.${name}`);
    if (own !== undefined) checkSplice(`splice.${name}`, own);
  }
}

function checkContainment(containment: unknown = 'process'): void {
  if (containment !== 'process' && containment !== 'calls') refuse('containment', '"process" or "calls"', containment);
}

function checkSplice(path: string, own: unknown): void {
  const isSettings = typeof own === 'object' && own !== null && 'operator' in own;
  if (!isSettings) return checkFunction(path, 'an operator: a function of an Observable', own);
  for (const setting of Object.keys(own))
    assertKnownName('setting of a splice', Object.keys(SPLICE_SETTINGS), setting, `${path}.${setting}`);
  const { operator, name, onError, maxDelayMs = 1 }: Fields = own;
  checkFunction(`${path}.operator`, 'a function of an Observable', operator);
  if (!['string', 'undefined'].includes(typeof name)) refuse(`${path}.name`, 'a string', name);
  if (onError !== undefined && !ON_ERROR.includes(onError))
    refuse(`${path}.onError`, '"skip", "drop" or "end"', onError);
  if (typeof maxDelayMs !== 'number' || !(maxDelayMs >= 1 && maxDelayMs <= 60_000))
    refuse(`${path}.maxDelayMs`, 'a number from 1 to 60000', maxDelayMs);
}

const ON_ERROR: readonly unknown[] = ['skip', 'drop', 'end'] satisfies readonly SpliceFailure[];

function checkTaps(taps: unknown = []): void {
  if (!Array.isArray(taps)) refuse('taps', 'an array of taps', taps);
  for (const [at, own] of (taps as unknown[]).entries()) {
    const { edge, observe } = typeof own === 'object' && own !== null ? (own as Fields) : {};
    if (typeof edge !== 'string') refuse(`taps[${at}]`, 'a tap created by `defineTap`', own);
    assertKnownName('edge', EDGES, edge, `taps[${at}].edge`);
    checkFunction(`taps[${at}].observe`, 'a function', observe);
  }
}

function checkBytes(bytes = MIN_CHECKPOINT): void {
  if (Number.isInteger(bytes) && bytes >= MIN_CHECKPOINT) return;
  refuse('checkpointBytes', `a whole number from ${MIN_CHECKPOINT}`, bytes);
}

function checkTelemetry(telemetry: unknown): void {
  if (telemetry !== undefined && typeof (telemetry as Fields | null)?.['begin'] !== 'function')
    refuse('telemetry', 'what `createTelemetry()` returns', telemetry);
}

/**
 * Checks the parts of a session whose speech model speaks itself: it has spoken before a splice or a stage could change
 * its text.
 *
 * @throws AntiphonError `usage_invalid` for a splice at `reply`, or a stage that the model replaces
 */
export function checkModelParts(
  { speechModel }: Pick<Ports, 'speechModel'>,
  { splice = {}, stages = {} }: Pick<Parts, 'splice' | 'stages'>,
): void {
  if (speechModel?.output !== 'audio') return;
  const given = [
    ...(splice.reply === undefined ? [] : [['splice.reply', splice.reply]]),
    ...MODEL_STAGES.filter((name) => stages[name] !== undefined).map((name) => [`stages.${name}`, stages[name]]),
  ] as const;
  for (const [path, value] of given)
    refuse(path as string, 'none, because the speech model does this itself (or set `output: "text"`)', value);
}

const MODEL_STAGES = ['transcribe', 'llmTurn', 'speak'] as const;

/** @throws AntiphonError `usage_invalid` for an incomplete or invalid transport */
export function checkIo(io: SessionIo): void {
  if (typeof io !== 'object' || io === null) refuse('io', 'a transport', io);
  checkFunction('io.playout', 'a function of the commands', io.playout);
  if (!isObservable(io.audioIn)) refuse('io.audioIn', 'an Observable', io.audioIn);
  for (const name of ['textIn', 'digits', 'muted', 'turns', 'connected'] as const)
    if (io[name] !== undefined && !isObservable(io[name])) refuse(`io.${name}`, 'an Observable', io[name]);
  checkMs('outputFrameMs', io.outputFrameMs, 1);
  checkMs('outputLeadMs', io.outputLeadMs, 0);
  if (!['boolean', 'undefined'].includes(typeof io.reportsStarts))
    refuse('io.reportsStarts', 'true or false', io.reportsStarts);
  if (io.heard !== undefined && !HEARD_BY.includes(io.heard))
    refuse('io.heard', '"reported", "marked" or "paced"', io.heard);
}

/** @throws AntiphonError `usage_invalid` unless it is an object */
export function checkCustomData(data: unknown): void {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) refuse('custom_data', 'an object', data);
}

function checkMs(name: keyof SessionIo, value: unknown, min: number): void {
  if (value === undefined || (typeof value === 'number' && value >= min && Number.isFinite(value))) return;
  refuse(`io.${name}`, `a number from ${min}`, value);
}

function checkFunction(path: string, expected: string, value: unknown): void {
  if (typeof value !== 'function') refuse(path, expected, value);
}

function refuse(path: string, expected: string, value: unknown): never {
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${describeInput(value)}`, { path });
}

const MIN_CHECKPOINT = 1024;

type Fields = Partial<Record<string, unknown>>;

/** The method that each port must have. */
const PORTS: Readonly<Record<Exclude<keyof Ports, 'turns'>, string>> = {
  vad: 'score',
  stt: 'transcribe',
  tts: 'synthesize',
  speechModel: 'converse',
};

const PORT_NAMES: readonly (keyof Ports)[] = ['vad', 'stt', 'tts', 'speechModel', 'turns'];

/** Returns the method that a turn model must have. */
function checkTurnModel(own: unknown): string {
  const kind = (own as Fields | null | undefined)?.['kind'];
  if (own !== undefined && kind !== 'pause' && kind !== 'streaming')
    refuse('ports.turns.kind', '"pause" or "streaming"', kind);
  return kind === 'streaming' ? 'listen' : 'score';
}
