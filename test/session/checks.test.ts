import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AntiphonError } from '../../src/core/errors.ts';
import type { SessionIo } from '../../src/core/ports.ts';
import { defineFunction, type Agent } from '../../src/session/agent.ts';
import { createSession } from '../../src/session/opening/createSession.ts';
import { startSession } from '../../src/session/opening/startSession.ts';
import { shortest } from './config/table.ts';

const look = defineFunction({ description: 'looks', parameters: z.object({}), execute: () => 'seen' });
const agent: Agent = { configure_session: () => shortest, llm_response_handler: () => NEVER };
const io: SessionIo = { audioIn: NEVER, playout: () => NEVER };

/** The errors of the parts of a session, as `createSession` and `startSession` throw them. */
async function refusals(parts: { agent?: object; io?: unknown; options?: object }): Promise<readonly AntiphonError[]> {
  const made = [parts.agent ?? agent, parts.io ?? io, parts.options ?? {}] as [Agent, SessionIo, object];
  const [own, transport, options] = made;
  const started = startSession(own, transport, options).catch((error: unknown) => error as AntiphonError);
  return [caught(() => createSession(own, shortest, transport, options)), (await started) as AntiphonError];
}

function caught(work: () => unknown): AntiphonError {
  try {
    work();
  } catch (error) {
    if (error instanceof AntiphonError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

async function expectRefusal(parts: Parameters<typeof refusals>[0], path: string, message: string): Promise<void> {
  for (const error of await refusals(parts)) {
    expect(error).toMatchObject({ code: 'usage_invalid', details: { path } });
    expect(error.message).toContain(message);
  }
}

describe('an agent is refused at start', () => {
  it.each<[string, object, string, string]>([
    ['without llm_response_handler', {}, 'llm_response_handler', 'expected a function, got nothing'],
    [
      'with a misspelt llm_response_handler',
      { llm_respond_handler: () => NEVER },
      'llm_response_handler',
      'expected a function, got nothing; there is "llm_respond_handler"',
    ],
    ['with a handler that is no function', { on_user_started_speaking: 'hi' }, 'on_user_started_speaking', 'got "hi"'],
    [
      'with an unknown handler',
      { on_user_speaking: () => {} },
      'on_user_speaking',
      'did you mean "on_user_started_speaking" or "on_user_stopped_speaking"?',
    ],
    [
      'with a handler in camel case',
      { onUserMessageAdded: () => {} },
      'onUserMessageAdded',
      'did you mean "on_user_message_added"?',
    ],
    ['with a field that is misspelt', { function: {} }, 'function', 'did you mean "functions"?'],
  ])('%s', async (_, fields, name, message) => {
    const base = name === 'llm_response_handler' ? { configure_session: agent.configure_session } : agent;
    await expectRefusal({ agent: { ...base, ...fields } }, `agent.${name}`, message);
  });

  it.each<[string, unknown, string]>([
    ['book table!', look, 'did you mean "book_table"?'],
    ['', look, 'expected a name of 1 to 64 letters'],
    ['é', look, 'expected a name of 1 to 64 letters'],
    ['x'.repeat(65), look, `did you mean "${'x'.repeat(64)}"?`],
    ['look', { execute: () => 1 }, 'expected a function created by defineFunction'],
    ['look', null, 'expected a function created by defineFunction, got null'],
  ])('with a function that no model takes: "%s"', async (name, made, message) => {
    const path = `agent.functions[${JSON.stringify(name)}]`;
    await expectRefusal({ agent: { ...agent, functions: { [name]: made } } }, path, message);
  });

  it('also an instance of a class, whose own fields and accessors are not touched', async () => {
    class Desk {
      open = true;
      once = (): void => {};
      functions = { ['x'.repeat(64)]: look };
      configure_session = (): typeof shortest => shortest;
      llm_response_handler = (): typeof NEVER => NEVER;
      get on_user_message_added(): () => void {
        throw new Error('not now');
      }
      destroy(): void {}
    }
    expect(createSession(new Desk(), shortest, io).id).toMatch(/^ses_/u);
    class Faulty extends Desk {
      on_agent_message(): void {}
    }
    await expectRefusal({ agent: new Faulty() }, 'agent.on_agent_message', 'did you mean "on_agent_message_added"?');
  });

  it('without configure_session, by startSession', async () => {
    const { configure_session: _, ...rest } = agent;
    const refused = { code: 'usage_invalid', details: { path: 'agent.configure_session' } };
    await expect(startSession(rest as Agent, io)).rejects.toMatchObject(refused);
  });
});

describe('the parts of a session are refused at start', () => {
  it.each<[string, { io?: unknown; options?: object }, string, string]>([
    ['a transport without playout', { io: { audioIn: NEVER } }, 'io.playout', 'expected a function'],
    [
      'a transport without audio',
      { io: { playout: () => NEVER } },
      'io.audioIn',
      'expected an Observable, got nothing',
    ],
    [
      'a typed text that is no stream',
      { io: { ...io, textIn: 'hi' } },
      'io.textIn',
      'expected an Observable, got "hi"',
    ],
    [
      'a transport that is said to report in words',
      { io: { ...io, reportsStarts: 'yes' } },
      'io.reportsStarts',
      'expected true or false, got "yes"',
    ],
    ['frames of no length', { io: { ...io, outputFrameMs: 0 } }, 'io.outputFrameMs', 'expected a number from 1, got 0'],
    [
      'frames of a length in words',
      { io: { ...io, outputFrameMs: '40' } },
      'io.outputFrameMs',
      'expected a number from 1, got "40"',
    ],
    ['a lead below none', { io: { ...io, outputLeadMs: -1 } }, 'io.outputLeadMs', 'expected a number from 0, got -1'],
    ['no transport', { io: 'socket' }, 'io', 'expected a transport, got "socket"'],
    [
      'a splice that is no function',
      { options: { splice: { transcript: 'trim' } } },
      'splice.transcript',
      'expected an operator',
    ],
    [
      'an unknown edge',
      { options: { splice: { transcripts: {} } } },
      'splice.transcripts',
      'did you mean "transcript"?',
    ],
    ['a stage that is no function', { options: { stages: { speak: {} } } }, 'stages.speak', 'expected a function'],
    ['an unknown stage', { options: { stages: { speek: {} } } }, 'stages.speek', 'did you mean "speak"?'],
    ['a port that is none', { options: { ports: { stt: {} } } }, 'ports.stt.transcribe', 'expected a function'],
    ['an unknown port', { options: { ports: { sst: {} } } }, 'ports.sst', 'did you mean "stt"?'],
    ['a misspelt option', { options: { splices: {} } }, 'splices', 'did you mean "splice"?'],
  ])('%s', async (_, parts, path, message) => {
    await expectRefusal(parts, path, message);
  });

  it.each<[unknown, string]>([
    ['Ada', '"Ada"'],
    [null, 'null'],
    [[1], 'an array of 1'],
    [7, '7'],
  ])('custom_data that is no object: %o', async (custom_data, got) => {
    const started = startSession(agent, io, { custom_data: custom_data as Record<string, unknown> });
    await expect(started).rejects.toMatchObject({
      code: 'usage_invalid',
      message: `custom_data: expected an object, got ${got}`,
      details: { path: 'custom_data' },
    });
  });

  it('but absent ones are the defaults', () => {
    const options = { splice: { transcript: undefined }, stages: { speak: undefined } };
    expect(createSession(agent, shortest, { ...io, textIn: undefined }, options).id).toMatch(/^ses_/u);
  });
});

describe('defineFunction refuses parameters that are', () => {
  const zod3 = { _def: { typeName: 'ZodObject' }, safeParse: () => {} };

  it.each<[string, unknown, string]>([
    [
      'one value',
      z.string(),
      'an object schema, got one of type "string": name the argument, such as z.object({ value: … })',
    ],
    [
      'a union',
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      'an object schema, got a union: name',
    ],
    ['anything', z.any(), 'an object schema, got one without a type: name'],
    ['of zod 3', zod3, 'z.object({ … }) of zod 4, got a schema of zod 3'],
    ['a plain object', { city: z.string() }, 'z.object({ … }) of zod 4, got an object'],
    ['a JSON Schema', { type: 'object', properties: {} }, 'z.object({ … }) of zod 4, got an object'],
    ['nothing', undefined, 'z.object({ … }) of zod 4, got nothing'],
  ])('%s', (_, parameters, expected) => {
    const define = (): unknown =>
      defineFunction({ description: 'looks', parameters: parameters as z.ZodObject, execute: () => 'seen' });
    const error = caught(define);
    expect(error).toMatchObject({ code: 'usage_invalid', details: { path: 'parameters' } });
    expect(error.message).toContain(`parameters: expected ${expected}`);
  });
});
