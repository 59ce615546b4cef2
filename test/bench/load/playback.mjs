// What a client reports of its playback, without a loudspeaker: it plays each utterance as soon as it can.
import { performance } from 'node:perf_hooks';

const POSITION_MS = 100;

/** Creates the reports of one client, which `send` sends. */
export function createPlayback(send) {
  let playing = null;
  const report = (now) => {
    if (playing === null || playing.beganAt === 0) return;
    const { utterance_id, samples, isOver } = playing;
    const played_samples = playedBy(playing, now);
    if (isOver && played_samples === samples) {
      send({ type: 'playback.finished', utterance_id, played_samples });
      playing = null;
    } else if (now >= playing.reportsAt) {
      playing.reportsAt = now + POSITION_MS;
      send({ type: 'playback.position', utterance_id, played_samples });
    }
  };
  return {
    report,
    receiveAudio: (samples) => {
      if (playing === null) return;
      const { utterance_id } = playing;
      playing.samples += samples;
      if (playing.beganAt > 0) return;
      playing.beganAt = performance.now();
      playing.reportsAt = playing.beganAt + POSITION_MS;
      send({ type: 'playback.started', utterance_id, played_samples: 0 });
    },
    receive: ({ type, utterance_id, sample_rate: rate, clear_id }) => {
      if (type === 'audio.start') playing = { utterance_id, rate, samples: 0, beganAt: 0, reportsAt: 0, isOver: false };
      if (type === 'audio.end' && playing !== null) playing.isOver = true;
      if (type !== 'clear') return;
      const played_samples = playing?.utterance_id === utterance_id ? playedBy(playing, performance.now()) : 0;
      playing = null;
      send({ type: 'playback.cleared', utterance_id, clear_id, played_samples });
    },
  };
}

function playedBy({ beganAt, rate, samples }, now) {
  return beganAt === 0 ? 0 : Math.min(samples, Math.floor(((now - beganAt) / 1000) * rate));
}
