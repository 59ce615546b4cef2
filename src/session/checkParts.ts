import { isObservable } from 'rxjs';
import { didYouMean } from '../core/didYouMean.ts';
import { AntiphonError } from '../core/errors.ts';
import { assertKnownName } from '../core/names.ts';
import type { SessionIo } from '../core/ports.ts';
import type { Ports } from './config/ports.ts';
import { describeInput } from './config/maskConfig.ts';
import { EDGES } from './edges.ts';
import type { Splices } from './splices.ts';
import { STAGES, type Stages } from './stages.ts';

interface Parts {
  readonly splice?: Splices | undefined;
  readonly stages?: Stages | undefined;
  readonly ports?: Partial<Ports> | undefined;
}

/**
 * Checks what a session is made of beside its agent and its config.
 *
 * @throws AntiphonError `usage_invalid`: there is no such edge, stage or port, or what is given there is none
 */
export function checkParts({ splice = {}, stages = {}, ports = {} }: Parts): void {
  for (const [name, own] of Object.entries(splice)) {
    assertKnownName('edge', EDGES, name, `splice.${name}`);
    if (own !== undefined) checkFunction(`splice.${name}`, 'an operator: a function of an Observable', own);
  }
  for (const [name, own] of Object.entries(stages)) {
    assertKnownName('stage', STAGES, name, `stages.${name}`);
    if (own !== undefined) checkFunction(`stages.${name}`, 'a function that makes an operator', own);
  }
  for (const [name, own] of Object.entries<unknown>(ports)) {
    const method = PORTS[assertKnownName('port', PORT_NAMES, name, `ports.${name}`)];
    if (own !== undefined) checkFunction(`ports.${name}.${method}`, 'a function', fieldOf(own, method));
  }
}

/** @throws AntiphonError `usage_invalid`: the transport lacks what every transport has */
export function checkIo(io: SessionIo): void {
  if (typeof io !== 'object' || io === null) refuse('io', 'a transport', io);
  checkFunction('io.playout', 'a function of the commands', io.playout);
  if (!isObservable(io.audioIn)) refuse('io.audioIn', 'an Observable', io.audioIn);
  for (const name of ['textIn', 'muted', 'connected'] as const)
    if (io[name] !== undefined && !isObservable(io[name])) refuse(`io.${name}`, 'an Observable', io[name]);
}

/** @throws AntiphonError `usage_invalid`: an option looks like one that there is, and is none */
export function checkOptions(options: object, there: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(options)) {
    const meant = Object.hasOwn(there, name) ? '' : didYouMean(name, Object.keys(there));
    if (meant !== '') throw new AntiphonError('usage_invalid', `there is no option "${name}"${meant}`, { path: name });
  }
}

/** @throws AntiphonError `usage_invalid`: it is no object of fields */
export function checkCustomData(data: unknown): void {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) refuse('custom_data', 'an object', data);
}

function checkFunction(path: string, expected: string, value: unknown): void {
  if (typeof value !== 'function') refuse(path, expected, value);
}

function refuse(path: string, expected: string, value: unknown): never {
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${describeInput(value, [])}`, { path });
}

function fieldOf(value: unknown, name: string): unknown {
  return (value as Partial<Record<string, unknown>> | null)?.[name];
}

/** The ports of a session, with the method that makes one of each. */
const PORTS: Readonly<Record<keyof Ports, string>> = { vad: 'score', stt: 'transcribe', tts: 'synthesize' };

const PORT_NAMES = Object.keys(PORTS) as (keyof Ports)[];
