import { createPlayout } from './playout.ts';
import type { SpeakerCommand, SpeakerReport } from './playout.ts';

/** The shell around `createPlayout` in the audio thread: commands come in at its port, reports go out there. */
class PlayoutProcessor extends AudioWorkletProcessor {
  readonly #playout = createPlayout(sampleRate);

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<SpeakerCommand>) => this.#tell(this.#playout.execute(data));
  }

  process(_inputs: unknown, [output]: readonly (readonly Float32Array[])[]): boolean {
    const block = output?.[0];
    if (block !== undefined) this.#tell(this.#playout.render(block));
    return true;
  }

  #tell(reports: readonly SpeakerReport[]): void {
    for (const report of reports) this.port.postMessage(report);
  }
}

registerProcessor('antiphon-playout', PlayoutProcessor);
