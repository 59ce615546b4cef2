import { concat, map, NEVER, of, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { pace } from '../../../operators/pace.ts';
import { audio, brief, play, started } from './score.ts';

describe('pace, held', () => {
  it('does not begin, and begins in the instant of the release', () => {
    expect(play({ speech: 'sfe', held: 't-------f' })).toEqual(['8: u start, u 5, u end 5']);
  });

  it('goes on with what is already running', () => {
    expect(play({ speech: '-sae', held: '---t' })).toEqual(play({ speech: '-sae' }));
  });

  it.each([
    ['goes on with audio that comes 1 ms before all is played', 'sf---f', '5: u 5'],
    ['holds audio back that comes in the instant in which all is played', 'sf----f', '20: u 5'],
    ['holds audio back that comes after a silence', 'sf-----f', '20: u 5'],
  ])('%s', (_, speech, more) => {
    expect(play({ speech, held: '---t 16ms f' })).toEqual(['1: u start, u 5', more]);
  });

  it('holds the next utterance back although the one before still plays', () => {
    expect(play({ speech: '(saeSFE)', held: '-t 28ms f' })).toEqual([
      '0: u start, u 5, u 5',
      '5: u 5',
      '10: u 5, u end 20',
      '30: v start, v 5, v end 5',
    ]);
  });

  it('lets an utterance end', () => {
    expect(play({ speech: 'sf---e', held: '---t' })).toEqual(['1: u start, u 5', '5: u end 5']);
  });
});

describe('pace, paused', () => {
  it('sends nothing, and goes on where the play head stood', () => {
    const speech = '(sae)';
    expect(play({ speech })).toEqual(['0: u start, u 5, u 5', '5: u 5', '10: u 5, u end 20']);
    expect(play({ speech, paused: '---t 96ms f' })).toEqual(['0: u start, u 5, u 5', '102: u 5', '107: u 5, u end 20']);
  });

  it('keeps what comes meanwhile', () => {
    expect(play({ speech: 's--fe', paused: 't 99ms f' })).toEqual(['100: u start, u 5, u end 5']);
  });

  it('does not go on over the user: what comes after a pause begins', () => {
    const score = { speech: '(sae)', paused: '---t----f', held: '----t 20ms f' };
    expect(play(score)).toEqual(['0: u start, u 5, u 5', '25: u 5, u 5, u end 20']);
  });
});

describe('pace, cleared', () => {
  it('stops in the same instant, drops the rest and ignores what still comes', () => {
    expect(play({ speech: '(sa)----afe', clear: '-------u' })).toEqual([
      '0: u start, u 5, u 5',
      '5: u 5',
      '7: u clear',
    ]);
  });

  it('sends no frame that is due at that very instant', () => {
    expect(play({ speech: '(sae)', clear: '-----u' })).toEqual(['0: u start, u 5, u 5', '5: u clear']);
  });

  it('begins the next utterance at once', () => {
    expect(play({ speech: '(saeSFE)', clear: '---u' })).toEqual([
      '0: u start, u 5, u 5',
      '3: u clear, v start, v 5, v end 5',
    ]);
  });

  it('but not while held', () => {
    expect(play({ speech: '(saeSFE)', clear: '---u', held: '--t------f' }).slice(1)).toEqual([
      '3: u clear',
      '9: v start, v 5, v end 5',
    ]);
  });

  it('clears what has left entirely, for the client may still be playing it', () => {
    expect(play({ speech: '(sfe)', clear: '---u' })).toEqual(['0: u start, u 5, u end 5', '3: u clear']);
  });

  it('sends no clear for an utterance that was never sent, is unknown, or is cleared already', () => {
    expect(play({ speech: '(sfSFE)', held: 't---f', clear: '-v-uu-x-v' })).toEqual([]);
    expect(play({ speech: '(sae)', clear: '--u--u' })).toEqual(['0: u start, u 5, u 5', '2: u clear']);
  });

  it('drops a later utterance without touching the one that plays', () => {
    expect(play({ speech: '(saeSFE)', clear: '--v' })).toEqual(play({ speech: '(sae)' }));
  });

  it('clears while paused', () => {
    expect(play({ speech: '(sae)', paused: '-t', clear: '---u' }).slice(1)).toEqual(['3: u clear']);
  });

  it('stops amid the frames of one instant when one of them causes the clear', () => {
    const clear = new Subject<string>();
    const seen: string[] = [];
    concat(of(started(), audio(20)), NEVER)
      .pipe(pace({ frameMs: 5, clear }), map(brief))
      .subscribe((command) => {
        seen.push(command);
        if (seen.length === 3) clear.next('u');
      })
      .unsubscribe();
    expect(seen).toEqual(['u start', 'u 5', 'u 5', 'u clear']);
  });
});
