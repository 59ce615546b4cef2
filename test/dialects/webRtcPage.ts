/**
 * What a page does for a conversation over WebRTC. `exchange(offer)` is called for the answer, `hasPlayed(ms)` with the audio that has come, as
 * often as it comes, and `hasEnded()` when the server has closed the channel. Its microphone is a tone that `hold` switches; `createEar` is that of `listenIn`.
 */
export const WEBRTC_PAGE = `
  const context = new AudioContext({ sampleRate: 48000 });
  const tone = new OscillatorNode(context, { frequency: 250 });
  const volume = new GainNode(context, { gain: 0 });
  const microphone = new MediaStreamAudioDestinationNode(context);
  tone.connect(volume).connect(microphone);
  tone.start();
  const connection = new RTCPeerConnection();
  for (const track of microphone.stream.getTracks()) connection.addTrack(track, microphone.stream);
  const loudspeaker = new Audio();
  connection.ontrack = ({ streams: [stream] }) => {
    loudspeaker.srcObject = stream;
    loudspeaker.play();
    new MediaStreamAudioSourceNode(context, { mediaStream: stream }).connect(createEar(context));
  };
  const channel = connection.createDataChannel('antiphon.v1');
  channel.onclosing = channel.onclose = () => hasEnded();
  const opened = new Promise((resolve, reject) => {
    channel.onopen = resolve;
    connection.onconnectionstatechange = () => {
      if (connection.connectionState !== 'failed') return;
      reject(new Error('the connection has failed'));
      hasEnded();
    };
  });
  setInterval(async () => {
    for (const { type, packetsReceived, packetsLost } of (await connection.getStats()).values())
      if (type === 'inbound-rtp') hasPlayed((packetsReceived + packetsLost) * 20);
  }, 20);
  globalThis.hold = (ms, isLoud) => {
    const from = context.currentTime + 0.02;
    volume.gain.setValueAtTime(isLoud ? 0.46 : 0, from);
    volume.gain.setValueAtTime(0, from + ms / 1000);
    return new Promise((resolve) => setTimeout(resolve, ms + 20));
  };
  (async () => {
    await connection.setLocalDescription();
    await new Promise((resolve) => {
      const check = () => connection.iceGatheringState === 'complete' && resolve();
      connection.onicegatheringstatechange = check;
      check();
    });
    await connection.setRemoteDescription({ type: 'answer', sdp: await exchange(connection.localDescription.sdp) });
    await opened;
  })()
`;
