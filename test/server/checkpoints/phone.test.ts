import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { drain } from '../../../src/server/life/drains.ts';
import type { OnSessionResumedInput } from '../../../src/session/agent.ts';
import { appWith, listening } from '../support.ts';
import { echo, startHere, startPair, untilMessages, untilMetric, type Pair } from './taken.ts';
import { askNode, CALL_SID, openStream, sessionIn, TWILIO, type Answer, type StreamedLine } from './twilioLine.ts';

interface Line {
  readonly answer: Answer;
  readonly line: StreamedLine;
}

/** Two nodes, and a call that node a answers, which has had one turn. A call has one answer: the nodes are others until it is that. */
async function dialled(...options: Parameters<typeof startPair>): Promise<Line & { readonly pair: Pair }> {
  for (;;) {
    const pair = await startPair(...options);
    const answer = await askNode(pair.a);
    if (new URL(answer.stream ?? '').host !== pair.a.url.host) continue;
    const line = await openStream(answer);
    await press(line, pair, sessionIn(answer), '7#', 2);
    return { pair, answer, line };
  }
}

/** Presses keys, and waits for so many messages of the conversation. */
async function press(
  line: StreamedLine,
  { store }: Pick<Pair, 'store'>,
  session: string,
  keys: string,
  messages: number,
): Promise<void> {
  for (const key of keys) line.press(key);
  await untilMessages(store, session, messages);
}

function breakOff({ socket }: StreamedLine): void {
  socket.terminate();
}

describe('a telephone call whose node dies', () => {
  it('goes on at another node, when its carrier asks what follows', async () => {
    const inputs: OnSessionResumedInput[] = [];
    const agent = echo({ on_session_resumed: (input) => void inputs.push(input) });
    const { pair, answer, line } = await dialled({ ...TWILIO, agent });

    const session = sessionIn(answer);
    pair.known.die('a');
    breakOff(line);
    const again = await askNode(pair.b, answer.redirect);
    expect([sessionIn(again), new URL(again.stream ?? '').host]).toEqual([session, pair.b.url.host]);
    expect(pair.known.ownerOf(session)).toBe('b');
    const back = await openStream(again);
    await press(back, pair, session, '8#', 4);
    expect(inputs.map(({ session_data }) => session_data)).toEqual([{ secret: 'of the session' }]);
    await untilMetric(pair.b, 'antiphon_session_takeovers_total{result="resumed"} 1');
  });

  it('can go on at a third one', async () => {
    const { pair, answer, line } = await dialled(TWILIO);

    pair.known.die('a');
    breakOff(line);
    const second = await askNode(pair.b, answer.redirect);
    const back = await openStream(second);
    await press(back, pair, sessionIn(answer), '8#', 4);
    pair.known.die('b');
    breakOff(back);
    const c = await pair.start('c');
    const third = await askNode(c, second.redirect);
    expect(sessionIn(third)).toBe(sessionIn(answer));
    await press(await openStream(third), pair, sessionIn(answer), '9#', 6);
  });

  it('is taken over by one node when two are asked at the same instant', async () => {
    const { pair, answer, line } = await dialled(TWILIO);
    const c = await pair.start('c');
    pair.known.die('a');
    breakOff(line);
    const answers = await Promise.all([pair.b, c].map((node) => askNode(node, answer.redirect)));
    const hosts = answers.map(({ stream = '' }) => new URL(stream).host);
    expect(new Set(hosts).size).toBe(1);
    expect(answers.map(sessionIn)).toEqual([sessionIn(answer), sessionIn(answer)]);
  });

  it('makes its carrier ask again as long as its node is not known to be dead', async () => {
    const { pair, answer, line } = await dialled(TWILIO);

    pair.a.app.server.close();
    pair.a.app.server.closeAllConnections();
    breakOff(line);
    const again = await askNode(pair.b, answer.redirect);
    expect([again.stream, again.redirect]).toEqual([undefined, `${answer.redirect}&attempt=1`]);
    pair.known.die('a');
    expect((await askNode(pair.b, again.redirect)).stream).toContain(pair.b.url.host);
  });

  it('makes its carrier ask again as long as no node has room', async () => {
    const { pair, answer, line } = await dialled({ ...TWILIO, max_sessions: 1 });

    pair.known.die('a');
    await askNode(pair.b);
    breakOff(line);
    const again = await askNode(pair.b, answer.redirect);
    expect([again.stream, again.redirect]).toEqual([undefined, `${answer.redirect}&attempt=1`]);
    const last = await askNode(pair.b, `${answer.redirect}&attempt=14`);
    expect(last.text).toContain('<Response><Hangup/></Response>');
  });

  it('begins anew without a checkpoint', async () => {
    const { pair, answer, line } = await dialled(TWILIO);

    pair.known.die('a');
    breakOff(line);
    const unknown = (answer.redirect ?? '').replace(sessionIn(answer), 'ses_unknown');
    const fresh = await askNode(pair.b, unknown);
    expect(fresh.stream).toContain(pair.b.url.host);
    expect(sessionIn(fresh)).not.toBe(sessionIn(answer));
  });

  it('keeps its session from another call, and from whom does not sign', async () => {
    const { pair, answer, line } = await dialled(TWILIO);

    expect((await askNode(pair.b, answer.redirect, 'CA2')).status).toBe(404);
    pair.known.die('a');
    breakOff(line);
    expect((await askNode(pair.b, answer.redirect, 'CA2')).status).toBe(404);
    expect((await askNode(pair.b, answer.redirect, CALL_SID, 'another token')).status).toBe(401);
    expect(pair.known.ownerOf(sessionIn(answer))).toBe(undefined);
  });
});

describe('a telephone call whose WebSocket breaks', () => {
  it('goes on at its node, whichever is asked', async () => {
    const { pair, answer, line } = await dialled(TWILIO);

    breakOff(line);
    const again = await askNode(pair.b, answer.redirect);
    expect([sessionIn(again), new URL(again.stream ?? '').host]).toEqual([sessionIn(answer), pair.a.url.host]);
    await press(await openStream(again), pair, sessionIn(answer), '8#', 4);
    await untilMetric(pair.a, /antiphon_session_takeovers_total\{result="resumed"\} 0|^(?!.*takeovers)/u);
  });

  it.each(['a', 'b'] as const)('begins anew when its carrier has asked too late, node %s', async (asked) => {
    const { pair, answer, line } = await dialled({ ...TWILIO, resume_timeout: 0.2 });

    breakOff(line);
    await untilMetric(pair.a, 'antiphon_session_ends_total{reason="disconnected"} 1');
    // A call is placed on the node with the most room.
    await startHere(asked === 'a' ? pair.b : pair.a);
    const fresh = await askNode(pair[asked], answer.redirect);
    expect(fresh.stream).toContain(pair[asked].url.host);
    expect(sessionIn(fresh)).not.toBe(sessionIn(answer));
  });
});

describe('a telephone call that outlasts the drain of its node', () => {
  it('goes on at another node', async () => {
    const { pair, answer, line } = await dialled({ ...TWILIO, drain_timeout: 0 });

    const closed = once(line.socket, 'close');
    await drain(pair.a.app);
    expect((await closed)[0]).toBe(1001);
    const again = await askNode(pair.b, answer.redirect);
    expect([sessionIn(again), new URL(again.stream ?? '').host]).toEqual([sessionIn(answer), pair.b.url.host]);
    await press(await openStream(again), pair, sessionIn(answer), '8#', 4);
  });
});

describe('a telephone call whose session has ended', () => {
  it('ends, whichever node its carrier asks what follows', async () => {
    const agent = echo({ on_digits: ({ session }) => session.end() });
    const pair = await startPair({ ...TWILIO, agent });
    const answer = await askNode(pair.a);
    const line = await openStream(answer);
    const closed = once(line.socket, 'close');
    for (const key of '7#') line.press(key);
    await closed;
    for (const node of [pair.a, pair.b])
      expect((await askNode(node, answer.redirect)).text).toContain('<Response><Hangup/></Response>');
    expect(await pair.store.load(sessionIn(answer))).toBe('deleted');
  });
});

describe('the answer to a request of a carrier', () => {
  it('names no address to ask what follows on a server whose sessions end with it', async () => {
    const url = await listening(await appWith(TWILIO));
    const { stream, redirect } = await askNode({ url });
    expect([stream, redirect]).toEqual([expect.stringContaining('/v1/twilio/media/'), undefined]);
  });
});
