import { test } from 'vitest';
import { endpointing } from '../../operators/endpointing.ts';
import { activity, settlements, transcripts } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';

/** The user’s voice: `s` `S` start · `e` `E` end right after the last voiced sample, 5 ms before the least delay is over. */
const VOICE = { s: activity.s, e: activity.m, S: activity.S, E: activity.M };

interface Diagram {
  readonly voice: string;
  /** `i` `j` interims, `f` the final of the first stretch: "hello", "hello there" · `F` the final of the second: "how are you". */
  readonly words: string;
  /** How a stretch is settled: `f` by its final, `t` by its timeout. Without this lane a final settles it. */
  readonly settled?: string;
  /** `u` the first turn, `v` the second. */
  readonly turn: string;
  /** Of turn after turn. */
  readonly texts?: readonly string[];
}

function diagram({ voice, words, settled, turn, texts = ['hello there'] }: Diagram): void {
  marbles(({ hot, expectObservable }) => {
    const transcript = hot(words, transcripts);
    const known = settled === undefined ? {} : { settled: hot(settled, settlements) };
    const turns = hot(voice, VOICE).pipe(endpointing({ transcript, ...known, minDelayMs: 5 }));
    const [u, v] = texts.map((text, n) => ({ turn: n, text }));
    expectObservable(turns).toBe(turn, { u, v });
  });
}

test('D1 S T E: the delay', () => {
  diagram({
    voice: 's---e-----------',
    words: '--f-------------',
    turn: ' ---------u------',
  });
});

test('D2 S I T E: the delay', () => {
  diagram({
    voice: 's-----e---------',
    words: '--i-f-----------',
    turn: ' -----------u----',
  });
});

test('D3 S T1 I E S T2 E: the last delay, with all words', () => {
  diagram({
    voice: '  s-----e--S---E------',
    words: '  --f-i------F--------',
    settled: '--------t----F------',
    turn: '   ------------------u-',
    texts: ['hello there hello how are you'],
  });
});

test('D4 S I E T: the words, when they come after the delay', () => {
  diagram({
    voice: 's---e-----------',
    words: '--i--------f----',
    turn: ' -----------u----',
  });
});

test('D5 S I E I T: the words', () => {
  diagram({
    voice: 's---e-----------',
    words: '--i----j---f----',
    turn: ' -----------u----',
  });
});

test('D6 S E T: the words', () => {
  diagram({
    voice: 's---e-----------',
    words: '-----------f----',
    turn: ' -----------u----',
  });
});

test('D7 S E I T: the words', () => {
  diagram({
    voice: 's---e-----------',
    words: '-------i---f----',
    turn: ' -----------u----',
  });
});

test('D8 S T1 E T2: the delay, with what came before it was over', () => {
  diagram({
    voice: 's---e-----------',
    words: '--f----f--------',
    turn: ' ---------u------',
    texts: ['hello there hello there'],
  });
});

test('D9 S E T1 T2: the delay, with what came before it was over', () => {
  diagram({
    voice: 's---e-----------',
    words: '-----f-f--------',
    turn: ' ---------u------',
    texts: ['hello there hello there'],
  });
});

test('D10 S E T1 I T2: the delay; the first answer settled it, and what comes after its turn is another', () => {
  diagram({
    voice: 's---e-----------',
    words: '-----f-i---f----',
    turn: ' ---------u-v----',
    texts: ['hello there', 'hello there'],
  });
});

test('D11 T: words without a voice are a turn at once', () => {
  diagram({
    voice: '----------------',
    words: '--f-------------',
    turn: ' --u-------------',
  });
});

test('D12 I T: at the final', () => {
  diagram({
    voice: '----------------',
    words: '--i---f---------',
    turn: ' ------u---------',
  });
});

test('D13 S I E --- I T: the words, when they come long after', () => {
  diagram({
    voice: 's---e-----------------------',
    words: '--i------------------j--f---',
    turn: ' ------------------------u---',
  });
});

test('D14 S I E --- T: the words, when they come long after', () => {
  diagram({
    voice: 's---e-----------------------',
    words: '--i---------------------f---',
    turn: ' ------------------------u---',
  });
});

test('D13 D14 with a recogniser that is given up, the interim stands in, and the final comes too late', () => {
  diagram({
    voice: '  s---e-----------------------',
    words: '  --i---------------------f---',
    settled: '--------------t-------------',
    turn: '   --------------u-------------',
    texts: ['hello'],
  });
});
