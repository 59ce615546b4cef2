import { describe, expect, it } from 'vitest';
import { diagram, diagrams, type Moment } from '../../../src/draw/text/diagram.ts';

const says: Moment = { lane: 'user', atMs: 1000, toMs: 2200, text: 'tell me about the restaurant' };
const heard: Moment = { lane: 'agent', atMs: 2826, toMs: 4512, text: 'We opened in' };
const cut: Moment = { lane: 'events', atMs: 4512, text: 'agent_interrupted' };
const stopped: Moment = { lane: 'events', atMs: 4512, text: 'agent_stopped_speaking' };

/** A turn every 20 s. */
function conversation(turns: number): Moment[] {
  return Array.from({ length: turns }, (_, n) => n * 20_000).flatMap((laterMs) =>
    [says, heard, cut, stopped].map((moment) => ({
      ...moment,
      atMs: moment.atMs + laterMs,
      toMs: moment.toMs === undefined ? undefined : moment.toMs + laterMs,
    })),
  );
}

describe('a diagram', () => {
  it('draws lanes over one axis, with the time of all that begins or ends', () =>
    expect(diagram([says, heard, cut, stopped])).toBe(`\
        1s                            2.2s     2.826s        4.512s
user    [tell me about the restaurant]
agent                                          [We opened in]
events                                                       └agent_interrupted
                                                             └agent_stopped_speaking`));

  it('compresses the time in which nothing happens', () => {
    const far = [
      { ...cut, atMs: 1000 },
      { ...stopped, atMs: 61_000 },
    ];
    expect(diagram(far)).toBe(`\
        1s                          61s
events  └agent_interrupted          └agent_stopped_speaking`);
  });

  it('keeps a conversation of five minutes within a terminal, in staves one below the other', () => {
    const drawn = diagram(conversation(15));
    const lines = drawn.split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110);
    expect(drawn.match(/tell me about the restaurant/gu)).toHaveLength(15);
    expect(lines.length).toBeLessThan(15 * 6);
  });

  it('begins a new staff after a pause, rather than within a turn', () => {
    const staves = diagram(conversation(4)).split('\n\n');
    expect(staves.map((staff) => staff.trim().split(' ')[0])).toEqual(['1s', '21s', '41s', '61s']);
  });

  it('goes on below with what lasts longer than a staff', () => {
    const lasting = { lane: 'agent', atMs: 0, toMs: 60_000, text: 'a story' };
    const drawn = diagram([lasting, ...conversation(3)]);
    expect(drawn).toMatch(/\[a story ─+…\n/u);
    expect(drawn).toMatch(/^agent +… ─+\]/mu);
  });

  it('cuts long texts, and writes those of several lines in one', () => {
    expect(diagram([{ ...cut, text: `one\n two ${'x'.repeat(50)}` }])).toContain(`└one two ${'x'.repeat(31)}…`);
  });

  it('takes times that lie less than a ms apart for one', () =>
    expect(diagram([{ ...cut, atMs: 4511.9 }, stopped]).split('\n')).toHaveLength(3));

  it('of nothing is empty', () => expect(diagram([])).toBe(''));
});

describe('two diagrams', () => {
  it('lie under one axis, with the first difference marked', () =>
    expect(diagrams([says, heard, stopped], [says, heard, cut, stopped])).toBe(`\
          1s                            2.2s     2.826s        4.512s
expected
  user    [tell me about the restaurant]
  agent                                          [We opened in]
  events                                                       └agent_stopped_speaking
got
  user    [tell me about the restaurant]
  agent                                          [We opened in]
  events                                                       └agent_interrupted
                                                               └agent_stopped_speaking
                                                               ▲ the first difference: events, at 4.512s`));

  it.each<[string, Partial<Moment>]>([
    ['another text', { text: 'We opened' }],
    ['another time', { atMs: 2827 }],
    ['another end', { toMs: 4500 }],
  ])('differ by %s', (_, change) =>
    expect(diagrams([says, heard], [says, { ...heard, ...change }])).toContain(
      ' ▲ the first difference: agent, at 2.826s',
    ),
  );

  it('count what happens twice', () =>
    expect(diagrams([says, cut], [says, cut, cut])).toContain('▲ the first difference: events, at 4.512s'));

  it('without a difference have no mark', () => expect(diagrams([says], [says])).not.toContain('▲'));

  it('of a long conversation show what is around the difference, also at its right edge', () => {
    const got = conversation(15);
    const expected = got.filter(({ atMs, text }) => !(atMs === 144_512 && text === 'agent_interrupted'));
    const drawn = diagrams(expected, got);
    expect(drawn).toContain('the first difference: events, at 144.512s');
    expect(drawn.split('\n\n')).toHaveLength(3);
    expect(drawn).toContain('141s');
    expect(drawn).not.toContain('241s');
  });
});
