import { Playout } from './playout.ts';
import type { SpeakerCommand, SpeakerReport } from './speaker.ts';

/** Runs a `Playout` in the audio thread: receives commands and posts reports at its port. */
class PlayoutProcessor extends AudioWorkletProcessor {
  readonly #playout = new Playout(sampleRate);

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<SpeakerCommand>) => this.#post(this.#playout.execute(data));
  }

  process(_inputs: unknown, [output]: readonly (readonly Float32Array[])[]): boolean {
    const block = output?.[0];
    if (block !== undefined) this.#post(this.#playout.render(block));
    return true;
  }

  #post(reports: readonly SpeakerReport[]): void {
    for (const report of reports) this.port.postMessage(report);
  }
}

registerProcessor('antiphon-playout', PlayoutProcessor);
