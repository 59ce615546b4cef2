import * as z from 'zod';
import type { PeerUpdate, UpdateRules } from '../../../core/mediaAdapter.ts';
import type { Refused, SessionUpdate } from './clientEvents.ts';

/** A function as the client describes it. */
export interface ClientTool {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

/** The name of the voice with which the session began. */
export const FIRST_VOICE = 'antiphon';

/** The settings that a client has changed. */
export interface Changed {
  readonly instructions?: string | undefined;
  readonly tools: readonly ClientTool[];
  readonly voice: string;
}

export interface ReadUpdate {
  /** The changes only. */
  readonly changed: Partial<Changed>;
  readonly refused: readonly Refused[];
}

const toolList: z.ZodType<readonly ClientTool[]> = z.array(
  z.object({
    type: z.literal('function'),
    name: z.string().regex(/^[\w-]{1,64}$/u),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
  }),
);

const NOTHING_ALLOWED: UpdateRules = { instructions: false, tools: false, voices: [], functions: [] };

/** Reads the changes that an update makes to the agent, as far as the rules allow them. */
export function readUpdate(
  { instructions, tools, audio }: SessionUpdate,
  current: Changed,
  rules: UpdateRules = NOTHING_ALLOWED,
): ReadUpdate {
  const parts = [
    readInstructions(instructions ?? '', current, rules),
    readTools(tools ?? undefined, current, rules),
    readVoice(audio?.output?.voice ?? current.voice, current, rules),
  ];
  return {
    changed: Object.assign({}, ...parts.map(({ changed }) => changed)),
    refused: parts.flatMap(({ refused }) => refused),
  };
}

/** Converts a change to the form that the session accepts. */
export function toPeerUpdate({ instructions, tools, voice }: Partial<Changed>): PeerUpdate {
  return { instructions, tools: tools?.map(toTool), voice: voice === FIRST_VOICE ? null : voice };
}

function toTool({ type, name, description = '', parameters = EMPTY }: ClientTool) {
  return { type, function: { name, description, parameters: { ...parameters } } };
}

const EMPTY = { type: 'object', properties: {} };
const UNCHANGED: ReadUpdate = { changed: {}, refused: [] };

function readInstructions(instructions: string, current: Changed, rules: UpdateRules): ReadUpdate {
  if (instructions === '' || instructions === current.instructions) return UNCHANGED;
  if (!rules.instructions) return refuse('instructions', 'This server does not let clients change the instructions.');
  return { changed: { instructions }, refused: [] };
}

function readTools(wanted: readonly unknown[] | undefined, current: Changed, rules: UpdateRules): ReadUpdate {
  if (wanted === undefined || (wanted.length === 0 && current.tools.length === 0)) return UNCHANGED;
  if (!rules.tools) return refuse('tools', 'This server does not let clients change the functions.');
  const { data: tools, error } = toolList.safeParse(wanted);
  const [issue] = error?.issues ?? [];
  if (tools === undefined)
    return refuse(['tools', ...(issue?.path ?? [])].join('.'), `Expected a function: ${issue?.message}.`);
  const taken = tools.findIndex(
    ({ name }, at) => rules.functions.includes(name) || tools.findIndex((tool) => tool.name === name) < at,
  );
  if (taken >= 0) return refuse(`tools.${taken}.name`, 'Expected a name that no other function has.');
  return { changed: { tools }, refused: [] };
}

function readVoice(voice: unknown, current: Changed, { voices }: UpdateRules): ReadUpdate {
  if (voice === current.voice) return UNCHANGED;
  const names = [FIRST_VOICE, ...voices];
  if (typeof voice === 'string' && names.includes(voice)) return { changed: { voice }, refused: [] };
  const message =
    voices.length === 0
      ? 'This server does not let clients change the voice.'
      : `Expected one of these voices: ${names.join(', ')}.`;
  return refuse('audio.output.voice', message);
}

function refuse(field: string, message: string): ReadUpdate {
  return { changed: {}, refused: [{ code: 'session_update_refused', message, param: `session.${field}` }] };
}
