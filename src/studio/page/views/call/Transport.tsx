import type { JSX } from 'preact';
import { formatClock } from '../../logic/format.ts';
import { lengthOf, zoomAround } from '../../logic/stretch.ts';
import { Icon } from '../../parts/Icon.tsx';
import type { AudioSide } from '../../../protocol.ts';
import type { CallStore } from '../../state/callStore.ts';
import type { Player } from '../../state/player.ts';
import type { CallPartProps } from './CallHeader.tsx';

const SPEEDS = [0.5, 1, 1.5, 2] as const;
const ZOOM = 0.6;

/** Plays the call, and says where the playhead is. */
export function Transport({ store, detail }: CallPartProps): JSX.Element {
  const player = store.player.value;
  const isPlaying = player?.playing.value === true;
  const hasAudio = detail.audio.user || detail.audio.agent;
  return (
    <div class="transport" role="group" aria-label="Playback">
      <button
        type="button"
        class="play"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        aria-keyshortcuts="Space"
        onClick={() => player?.toggle()}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <p class="clock">
        <span class="now">{formatClock(store.cursorMs.value)}</span>
        <span class="whole"> / {formatClock(store.callMs.value)}</span>
      </p>
      {player !== null && (
        <label class="speed">
          <span class="visually-hidden">Speed</span>
          <select
            value={player.speed.value}
            onChange={({ currentTarget }) => (player.speed.value = Number(currentTarget.value))}
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>
                {speed}×
              </option>
            ))}
          </select>
        </label>
      )}
      {player !== null && detail.audio.user && detail.audio.agent && <Sides player={player} />}
      {!hasAudio && <p class="hint">The recording has no audio.</p>}
      <p class="hint alarming">{player?.failure.value}</p>
      <Zoom store={store} />
    </div>
  );
}

const SIDES: Readonly<Record<AudioSide, string>> = {
  heard: 'As heard',
  both: 'Both, in stereo',
  user: 'You',
  agent: 'Agent',
};

function Sides({ player }: { readonly player: Player }): JSX.Element {
  return (
    <label class="sides">
      <span class="visually-hidden">Audio</span>
      <select
        value={player.side.value}
        onChange={({ currentTarget }) => (player.side.value = currentTarget.value as AudioSide)}
      >
        {Object.entries(SIDES).map(([side, name]) => (
          <option key={side} value={side}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Zoom({ store }: { readonly store: CallStore }): JSX.Element {
  const zoom = (factor: number): void => {
    const { fromMs, toMs } = store.shown.peek();
    const at = store.cursorMs.peek();
    const around = at >= fromMs && at <= toMs ? at : (fromMs + toMs) / 2;
    store.show(zoomAround(store.shown.peek(), around, factor, store.callMs.peek()));
  };
  const length = lengthOf(store.shown.value);
  return (
    <div class="zoom">
      <span class="hint">{length >= 1000 ? `${(length / 1000).toFixed(1)} s` : `${Math.round(length)} ms`} shown</span>
      <div class="button-group" role="group" aria-label="Zoom">
        <button type="button" class="button" aria-label="Zoom out" onClick={() => zoom(1 / ZOOM)}>
          −
        </button>
        <button
          type="button"
          class="button"
          aria-label="Show the whole call"
          onClick={() => store.show({ fromMs: 0, toMs: store.callMs.peek() })}
        >
          <Icon name="fit" />
        </button>
        <button type="button" class="button" aria-label="Zoom in" onClick={() => zoom(ZOOM)}>
          +
        </button>
      </div>
    </div>
  );
}
