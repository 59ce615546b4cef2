import { describe, test } from 'vitest';
import { playTts } from './marbleTts.ts';

describe('the next voice speaks', () => {
  test('the whole text, when the first refuses it', () => {
    const text = '  (xye)-------';
    const aGets = ' (xye)-------';
    const aSays = ' -----#------';
    const bGets = ' -----(xye)--';
    const bSays = ' ----------ae';
    const speech = '-----r----ae';
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: bSays }, speech });
  });

  test('when the first is slow: 6 ms after the text', () => {
    const text = '  (xe)---------';
    const aGets = ' (xe)---------';
    const aSays = ' ---------a---';
    const bGets = ' ------(xe)---';
    const bSays = ' ----------ae-';
    const speech = '------r---ae-';
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: bSays }, speech });
  });

  test('not when the first begins 1 ms before', () => {
    const text = '  (xe)---';
    const aGets = ' (xe)---';
    const aSays = ' -----ae';
    const bGets = ' -------';
    const speech = '-----ae';
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: '' }, speech });
  });

  test('the text that comes later, too', () => {
    const text = '  x------(ye)-----';
    const aGets = ' x---------------';
    const aSays = ' --#-------------';
    const bGets = ' --x----(ye)-----';
    const bSays = ' ----am------ae--';
    const speech = '--r-am------ae--';
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: bSays }, speech });
  });
});

describe('no word is spoken twice, and none is lost', () => {
  test('behind a sentence that is spoken, the next voice speaks the others', () => {
    const text = '  (xye)--------';
    const aGets = ' (xye)--------';
    const aSays = ' -----am-#----';
    const bGets = ' --------(ye)--';
    const bSays = ' ------------ae';
    const speech = '-----am-r---ae';
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: bSays }, speech });
  });

  test('within a sentence, the next voice goes on with the first word that was not spoken whole', () => {
    const text = '  (xye)-----------';
    const aGets = ' (xye)-----------';
    const aSays = ' ----(ta)-#------';
    const bGets = ' ---------(zye)--';
    const bSays = ' --------------ae';
    const speech = '----a----(wr)-ae';
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: bSays }, speech });
  });

  test('a voice that stalls for 3 ms behind the end of its audio is replaced by the next', () => {
    const text = '  (xye)-----------';
    const aGets = ' (xye)-----------';
    const aSays = ' -----am------a--';
    const bGets = ' ----------(ye)--';
    const bSays = ' --------------ae';
    const speech = '-----am---r---ae';
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: bSays }, speech });
  });

  test('a voice that breaks off behind its last word has spoken all: no other is asked', () => {
    const text = '  (xe)------';
    const aGets = ' (xe)------';
    const aSays = ' ----am#---';
    const bGets = ' ----------';
    const speech = '----am(re)';
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: '' }, speech });
  });

  test('when all fail, the utterance does, behind what was spoken', () => {
    const text = '  (xye)--------';
    const aGets = ' (xye)--------';
    const aSays = ' -----am-#----';
    const bGets = ' --------(ye)-';
    const bSays = ' ------------#';
    const speech = '-----am-r---#';
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: bSays }, speech });
  });
});

describe('a voice that has failed', () => {
  test('stands behind the other for 10 ms', () => {
    const text = '  (xe)---------(xe)---';
    const aGets = ' (xe)----------------';
    const aSays = ' ----#---------------';
    const bGets = ' ----(xe)-----(xe)---';
    const bSays = ' --------ae-------ae-';
    const speech = '----r---ae-------ae-';
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: bSays }, speech });
  });

  test('is asked first again after them', () => {
    const text = '  (xe)----------(xe)---';
    const aGets = ' (xe)----------(xe)---';
    const aSays = ' ------------------ae-';
    const bGets = ' ------(xe)-----------';
    const bSays = ' ----------ae---------';
    const speech = '------r---ae------ae-';
    const options = { retryAfterMs: 8 };
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: bSays }, speech, options });
  });
});

describe('hedging', () => {
  test('asks the next voice, too, after 3 ms: the first to bring audio is heard', () => {
    const text = '  (xe)------';
    const aGets = ' (xe)------';
    const aSays = ' --------a-';
    const bGets = ' ---(xe)---';
    const bSays = ' -------aae';
    const speech = '-------aae';
    const options = { timeoutMs: 20, hedge: { afterMs: 3 } };
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: bSays }, speech, options });
  });

  test('asks nobody else, when the first begins before', () => {
    const text = '  (xe)------';
    const aGets = ' (xe)------';
    const aSays = ' --a--ae---';
    const bGets = ' ----------';
    const speech = '--a--ae---';
    const options = { hedge: { afterMs: 3 } };
    playTts({ text, a: { gets: aGets, says: aSays }, b: { gets: bGets, says: '' }, speech, options });
  });

  test('`true` asks after the 95th percentile of 20 answers of the voice itself: 4 ms', () => {
    const latencies = [...Array.from({ length: 18 }, () => 2), 4, 9];
    const text = '  (xe)------';
    const aGets = ' (xe)------';
    const aSays = ' ----------';
    const bGets = ' ----(xe)--';
    const bSays = ' --------ae';
    const speech = '--------ae';
    const a = { gets: aGets, says: aSays, latencies };
    playTts({ text, a, b: { gets: bGets, says: bSays }, speech, options: { timeoutMs: 20, hedge: true } });
  });
});
