import { filter, tap } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { defineTap } from '../../src/session/taps.ts';
import type { AntiphonOptions } from '../../src/server/plugin.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { agentWith, appWith, joinSession, listening, messageContaining, startSession } from './support.ts';

/** Asks a served agent something, and waits for its words. */
async function ask(options: Partial<AntiphonOptions>, custom_data: object = {}): Promise<{ readonly id: string }> {
  const agent = agentWith({ llm_response_handler: createLlmDouble(['Good evening.', 'Yes.']) });
  const app = await appWith({ agent, ...options });
  const at = await listening(app);
  const started = await startSession(app, { custom_data });
  const client = await joinSession(started, at);
  const answered = messageContaining(client, 'Good evening.');
  client.send(JSON.stringify({ type: 'input.text', text: 'hello' }));
  await answered;
  return { id: started.session_id };
}

describe('your parts in a served session', () => {
  it('get the session, and its line', async () => {
    const seen: unknown[] = [];
    const { id } = await ask(
      {
        splice: { textIn: (texts, session) => texts.pipe(tap(() => seen.push(['splice', session.id, session.line]))) },
        taps: [defineTap('userTurn', (_, session) => seen.push(['tap', session.id, session.session_data]))],
        stages: { digits: ({ session }, standard) => (seen.push(['stage', session.id]), standard()) },
      },
      { from: '+4712345678', to: '+4787654321' },
    );
    expect(seen).toEqual([
      ['stage', id],
      ['splice', id, { protocol: 'antiphon.v1', from: '+4712345678', to: '+4787654321' }],
      ['tap', id, { secret: 'of the session' }],
    ]);
  });

  it('are prepared with the session before it starts', async () => {
    const seen: string[] = [];
    const { id } = await ask({
      prepare: ({ id: of, edges }) =>
        void edges.reply
          .pipe(filter(({ kind }) => kind === 'started'))
          .subscribe(({ kind }) => seen.push(`${of} ${kind}`)),
    });
    expect(seen).toEqual([`${id} started`]);
  });

  it('may throw in `prepare`: that session ends, and the next one is served', async () => {
    let isFirst = true;
    const prepare = (): void => {
      if (!isFirst) return;
      isFirst = false;
      throw new Error('no');
    };
    const agent = agentWith({ llm_response_handler: createLlmDouble(['Good evening.']) });
    const app = await appWith({ agent, prepare });
    const at = await listening(app);
    const session = await startSession(app);
    const client = await joinSession(session, at);
    await expect.poll(() => client.readyState, { timeout: 30_000 }).toBe(client.CLOSED);
    const { reason } = (await app.inject(`/v1/sessions/${session.session_id}`)).json<{ readonly reason: string }>();
    expect(reason).toBe('part_failed');
    const next = await joinSession(await startSession(app), at);
    const answered = messageContaining(next, 'Good evening.');
    next.send(JSON.stringify({ type: 'input.text', text: 'hello' }));
    await answered;
  });
});
