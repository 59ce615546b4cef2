import type { Floor } from '../../../src/session/floor/state.ts';
import type { Decision, FloorEvent } from '../../../src/session/floor/types.ts';

/** The events that follow from a decision at once, in a graph whose stages carry it out. */
export function answersTo(decision: Decision, { rounds }: Floor): readonly FloorEvent[] {
  switch (decision.kind) {
    case 'commit':
      return [{ kind: 'turn', turn: decision.turn }, { kind: 'commit_done' }];
    case 'cut':
      return [
        {
          kind: 'playout',
          event: {
            kind: 'stopped',
            utterance: decision.utterance,
            samples: 0,
            heard: '',
            whole: false,
            by: 'estimate',
            heardBy: 'reported',
          },
        },
      ];
    case 'settle_calls':
      return rounds.map(({ turn, round }) => ({ kind: 'results', results: { turn, round, results: [] } }));
    case 'finish':
      return [{ kind: 'finish' }];
    default:
      return [];
  }
}
