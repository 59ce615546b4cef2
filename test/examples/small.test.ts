import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDesk } from '../../examples/background/agent.ts';
import { agent as shop } from '../../examples/functions/agent.ts';
import { createAgent as createNotesAgent } from '../../examples/mcp/agent.ts';
import { createNotes } from '../../examples/mcp/notes.ts';
import { agent as echo } from '../../examples/own-model/agent.ts';
import { agent as museum } from '../../examples/rag/agent.ts';
import { findPassages } from '../../examples/rag/passages.ts';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import type { ChatMessage } from '../../src/core/message.ts';
import { score } from '../../src/testing/score.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

const HELLO = join(import.meta.dirname, '../../dist/examples/hello/hello.js');

describe('the agent of an example', () => {
  it('hello: serves a page, without a key', async () => {
    const server = spawn(process.execPath, [HELLO], {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      const exited = once(server, 'exit');
      server.kill('SIGINT');
      await exited;
    });
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    const url = /^Open (?<url>\S+) and say "who are you"\.$/u.exec(line)?.groups?.['url'] ?? '';
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(`${url}/v1/sessions`, { method: 'POST' })).status).toBe(201);
  });

  it('own-model: answers with a model of its own', async () => {
    await score(echo, ({ user, agent }) => {
      user.says('1s', 'good morning', '600ms');
      agent.heard('You said: good morning');
    });
  });

  it('functions: orders what there is', async () => {
    await score(shop, ({ user, agent }) => {
      user.says('1s', 'two apples please', '900ms');
      agent.calls('order', { article: 'apples', count: 2 });
      agent.heard('They are on their way.');
    });
  });

  it('functions: says that there is not enough', async () => {
    await score(shop, ({ user, agent, errors }) => {
      user.says('1s', 'two pears please', '900ms');
      agent.heard('I am sorry, we have not enough of them.');
      errors.has('function_failed');
    });
  });

  it('background: answers while a table is booked', async () => {
    const clock = new VirtualClock();
    await score(
      createDesk({ scheduler: clock }),
      ({ user, agent, matches }) => {
        user.says('2s', 'a table for two people please', '1200ms');
        user.says('6s', 'what time is it', '900ms');
        agent.heard('I am on it.');
        agent.heard(matches(/The kitchen is open until ten\.$/u));
        agent.heard('Good news: a table for two is booked.');
      },
      { clock },
    );
  });

  it('mcp: calls the tools of a server', async () => {
    await score(await createNotesAgent(createNotes()), ({ user, agent }) => {
      user.says('1s', 'buy milk', '600ms');
      agent.calls('add_note', { text: 'buy milk' });
      agent.heard('I have noted it, 1 in all.');
    });
  });

  it('rag: answers from what it has found, which is not part of the history', async () => {
    await score(museum, ({ user, agent, history }) => {
      user.says('1s', 'can i bring my dog', '900ms');
      agent.heard('Dogs stay outside. Guide dogs are welcome everywhere.');
      history([{ role: 'system' }, { role: 'user' }, { role: 'assistant' }]);
    });
  });

  it('rag: finds the passage of the question again when a function has been called', async () => {
    const call = { id: 'a', type: 'function' as const, function: { name: 'look', arguments: '{}' } };
    const messages: ChatMessage[] = [
      { role: 'user', content: 'can i bring my dog' },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', content: 'nothing', tool_call_id: 'a' },
    ];
    let text = '';
    for await (const { choices } of museum.llm_response_handler({
      messages,
    } as never) as AsyncIterable<ChatCompletionChunk>)
      text += choices[0]?.delta.content ?? '';
    expect(text).toContain('Guide dogs');
  });

  it.each([
    ['when do you open', 'The museum opens'],
    ['what is a ticket for students', 'A ticket costs'],
    ['who painted this', undefined],
  ])('rag: finds the passage for "%s"', (question, start) => {
    const [passage] = findPassages(question);
    expect(passage?.startsWith(start ?? '')).toBe(start === undefined ? undefined : true);
  });
});
