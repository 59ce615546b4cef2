import { expect, test } from 'vitest';
import type { ServerBehaviour } from '../../src/testing/wire/socketDouble.ts';
import { answering, rehearse } from '../wire/stt/toyWire.ts';

/** `s` speech starts · `a` 100 ms of it · `e` it ends. */
const good = answering({ 'end 0': ['50: piece 0 tell me; done 0'] });
const dying = (afterMs: number): ServerBehaviour => answering({ 'begin 0': [`${afterMs}: ends 1006`] });

function refusing(status: number): ServerBehaviour {
  return { opensAfterMs: Infinity, script: [{ atMs: 0, end: { refused: { status, headers: {}, body: '' } } }] };
}

test('P37 a bad key is reported, and not tried again', () => {
  const { lives, events } = rehearse('sae', { server: refusing(401) });
  expect(lives).toHaveLength(1);
  const error = { code: 'provider_refused', details: { status: 401 } };
  expect(events).toMatchObject([
    { kind: 'report', error },
    { kind: 'failed', error },
  ]);
});

test('P37 a connection that cannot be made fails the segment, and clears the way for the next', () => {
  const server = [
    ...Array<ServerBehaviour>(5).fill(refusing(503)),
    answering({ 'end 1': ['50: piece 1 hello; done 1'] }),
  ];
  const { log } = rehearse('sae 9s SAE', { server });
  expect(log).toEqual(['3750 failed 0 AntiphonError: Toy: HTTP 503', '9055 final 1 hello']);
});

test('P38 what was said while the connection was away is heard on the next one', () => {
  const { log, sent } = rehearse('sa 98ms a 398ms ae', { server: [dying(150), good] });
  expect(sent[1]?.slice(0, 3)).toEqual(['401 begin 0', '401 100 ms of 0', '401 100 ms of 0']);
  expect(sent[1]?.filter((frame) => frame.endsWith('100 ms of 0'))).toHaveLength(3);
  expect(log).toEqual(['550 final 0 tell me']);
});

test('L32 the first pause before another attempt is a quarter of a second, not of a millisecond', () => {
  const { lives } = rehearse('sae', { server: [refusing(503), refusing(503), good] });
  expect(lives.map((life) => Number.parseInt(life, 10))).toEqual([0, 250, 750]);
});
