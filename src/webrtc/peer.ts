import { Subscription, type SchedulerLike } from 'rxjs';
import type * as werift from 'werift';
import type { AudioSender } from './audioSender.ts';
import { filterCandidates, hasCandidate, isReachable, openCandidates } from './candidates.ts';
import { createChannel, type Channel } from './channel.ts';
import { MAX_MESSAGE_BYTES, writePlayout, readFrame, type PlayoutMessage } from './frames.ts';
import { offersPassive, stopHandshake, takeActiveRole, takePassiveRole } from './handshake.ts';
import { acceptLateConsent } from './lateConsent.ts';
import type { FromThread, NetworkSettings, PeerSettings } from './messages.ts';
import { createOpusCodec, type Opus, type OpusCodec } from './opus.ts';
import { createSendingTrack, receiveTrack, type TrackOptions } from './track.ts';

/** The packages that a connection uses. */
export interface Packages {
  readonly werift: typeof werift;
  readonly opus: Opus;
}

export interface PeerOptions {
  readonly id: number;
  readonly packages: Packages;
  readonly network: NetworkSettings;
  readonly scheduler: SchedulerLike;
  readonly post: (message: FromThread) => void;
  /** Called once, when all resources are released. */
  readonly ended: () => void;
}

/** One WebRTC connection, inside the thread. */
export interface Peer {
  /** Answers the offer. Call it once. */
  answer(settings: PeerSettings): Promise<void>;
  /** Sends a frame of `frames.ts`, or audio. */
  send(data: string | Uint8Array): void;
  ping(): void;
  /** Ends the connection after 500 ms, so that its messages can leave and the client is notified. */
  close(): void;
}

type Phase =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open'; readonly channel: Channel; readonly sender: AudioSender }
  | { readonly kind: 'closing' }
  | { readonly kind: 'closed' };

const CLOSE_TIMEOUT_MS = 500;

/** Creates a connection that waits for its offer. */
export function createPeer(options: PeerOptions): Peer {
  return new WeriftPeer(options);
}

class WeriftPeer implements Peer {
  readonly #options: PeerOptions;
  readonly #connection: werift.RTCPeerConnection;
  readonly #resources = new Subscription();
  #phase: Phase = { kind: 'connecting' };
  #channel: Channel | undefined;
  #sender: AudioSender | undefined;

  constructor(options: PeerOptions) {
    this.#options = options;
    this.#connection = createConnection(options);
    this.#connection.connectionStateChange.subscribe((state) => this.#follow(state));
  }

  async answer(settings: PeerSettings): Promise<void> {
    const { id, network, packages, post } = this.#options;
    const codec = await createOpusCodec(packages.opus, settings.inputRate, settings.outputRate);
    this.#resources.add(() => codec.free());
    if (this.#resources.closed) return;
    const sdp = await this.#negotiate(settings, this.#trackOptions(settings, codec));
    if (this.#phase.kind !== 'connecting') return;
    const answer = filterCandidates(sdp, network.allowPrivate);
    if (hasCandidate(answer)) return post({ kind: 'answered', id, sdp: answer });
    post({ kind: 'refused', id, detail: NO_CANDIDATE, isOwn: true });
    this.#end(true);
  }

  send(data: string | Uint8Array): void {
    const phase = this.#phase;
    if (phase.kind !== 'open') return;
    if (typeof data !== 'string') phase.sender.push(toSamples(data));
    else obeyPlayout(data, phase);
  }

  ping(): void {
    const { id, post } = this.#options;
    if (this.#phase.kind === 'open') post({ kind: 'pong', id });
  }

  close(): void {
    const { kind } = this.#phase;
    if (kind === 'closing' || kind === 'closed') return;
    this.#phase = { kind: 'closing' };
    this.#sender?.stop();
    if (this.#channel === undefined) return this.#end(false);
    this.#resources.add(this.#options.scheduler.schedule(() => this.#end(false), CLOSE_TIMEOUT_MS));
    this.#channel.close();
  }

  async #negotiate({ offer, label }: PeerSettings, options: TrackOptions): Promise<string> {
    const { werift: rtc } = this.#options.packages;
    const connection = this.#connection;
    connection.onDataChannel.subscribe((channel) => this.#take(channel, label));
    let tracks = 0;
    connection.onTrack.subscribe((track) => {
      tracks += 1;
      if (tracks === 1) receiveTrack(track, options);
    });
    const { allowPrivate } = this.#options.network;
    await connection.setRemoteDescription({
      type: 'offer',
      sdp: openCandidates(filterCandidates(offer, allowPrivate)),
    });
    if (offersPassive(offer)) takeActiveRole(connection);
    else takePassiveRole(connection);
    const track = new rtc.MediaStreamTrack({ kind: 'audio' });
    connection.addTrack(track, new rtc.MediaStream([track]));
    const sender = createSendingTrack(track, options);
    this.#sender = sender;
    this.#resources.add(() => sender.stop());
    await connection.setLocalDescription(await connection.createAnswer());
    return connection.localDescription?.sdp ?? '';
  }

  #trackOptions({ inputRate, outputRate }: PeerSettings, codec: OpusCodec): TrackOptions {
    const { id, packages, scheduler, post } = this.#options;
    const receive = (data: string | Uint8Array): void => {
      if (this.#phase.kind === 'open') post({ kind: 'received', id, data });
    };
    return {
      packages: packages.werift,
      codec,
      scheduler,
      inputRate,
      outputRate,
      isTaken: () => this.#phase.kind === 'open',
      received: receive,
      report: (update) => receive(writePlayout(update)),
      left: (count) => post({ kind: 'left', id, of: 'audio', count }),
    };
  }

  /** Accepts the client's only data channel. Any other channel ends the connection. */
  #take(channel: werift.RTCDataChannel, label: string): void {
    if (this.#channel !== undefined || channel.label !== label || !channel.ordered) return this.#end(false);
    const { id, post } = this.#options;
    this.#channel = createChannel(channel, {
      received: (data) => {
        if (this.#phase.kind === 'open') post({ kind: 'received', id, data });
      },
      left: (count) => post({ kind: 'left', id, of: 'texts', count }),
      // A browser closes its half when this half is closed, and learns of it when the closing is answered.
      closed: () => {
        if (this.#phase.kind !== 'closing') this.#end(false);
      },
    });
    for (const transport of this.#connection.dtlsTransports)
      transport.onStateChange.subscribe((state) => {
        if (state === 'closed') this.#end(false);
      });
    // The channel becomes writable after this event.
    queueMicrotask(() => this.#openIfReady());
  }

  #follow(state: werift.RTCPeerConnection['connectionState']): void {
    if (state === 'connected') this.#openIfReady();
    else if (state === 'failed' || state === 'closed') this.#end(true);
  }

  #openIfReady(): void {
    const { id, post } = this.#options;
    const [channel, sender] = [this.#channel, this.#sender];
    if (this.#phase.kind !== 'connecting' || channel === undefined || sender === undefined) return;
    if (this.#connection.connectionState !== 'connected') return;
    this.#phase = { kind: 'open', channel, sender };
    acceptLateConsent(this.#connection);
    post({ kind: 'opened', id });
  }

  #end(isLost: boolean): void {
    if (this.#phase.kind === 'closed') return;
    this.#phase = { kind: 'closed' };
    const { id, post, ended } = this.#options;
    this.#resources.unsubscribe();
    stopHandshake(this.#connection);
    this.#connection.close().catch((error: unknown) => post({ kind: 'failed', message: String(error) }));
    post({ kind: 'closed', id, isLost });
    ended();
  }
}

const NO_CANDIDATE =
  'WebRTC: this server has no usable address: set allow_private_candidates, addresses, or ice_servers';

function createConnection({ packages, network }: PeerOptions): werift.RTCPeerConnection {
  const { iceServers, allowPrivate, addresses, portRange } = network;
  const { RTCPeerConnection, useOPUS } = packages.werift;
  return new RTCPeerConnection({
    codecs: { audio: [useOPUS()] },
    iceServers: [...iceServers],
    bundlePolicy: 'max-bundle',
    maxMessageSize: MAX_MESSAGE_BYTES,
    iceFilterCandidatePair: ({ remoteCandidate }) => isReachable(remoteCandidate.host, allowPrivate),
    ...(portRange === undefined ? {} : { icePortRange: [...portRange] }),
    ...(addresses.length === 0
      ? {}
      : { iceUseIpv4: false, iceUseIpv6: false, iceAdditionalHostAddresses: [...addresses] }),
  });
}

function toSamples({ buffer, byteOffset, byteLength }: Uint8Array): Int16Array {
  return new Int16Array(buffer, byteOffset, byteLength / 2);
}

/** Carries out a frame of the codec: sends a text over the channel, or applies the server's decision to the audio. */
function obeyPlayout(text: string, { channel, sender }: { channel: Channel; sender: AudioSender }): void {
  const frame = readFrame(text);
  if (frame.kind === 'text') channel.send(frame.text);
  if (frame.kind !== 'playout') return;
  const message = JSON.parse(frame.json) as PlayoutMessage;
  switch (message.type) {
    case 'audio.start':
      return sender.start(message.utterance_id, message.first_sample);
    case 'audio.end':
      return sender.end(message.utterance_id);
    case 'clear':
      return sender.clear(message.utterance_id, message.clear_id);
  }
}
