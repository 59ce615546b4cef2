/**
 * What a page does for a conversation over WebRTC. `exchange(offer)` is called for the answer, and `hasEnded()` when the server has closed the
 * channel. Its microphone is a tone, or silence, for as long as `hold` says, in the time of the page's audio; `createEar` is that of `listenIn`.
 */
export const WEBRTC_PAGE = `
  const context = new AudioContext({ sampleRate: 48000 });
  const microphone = new MediaStreamAudioDestinationNode(context);
  const [loud, silent] = [0.46, 0].map((gain) => new GainNode(context, { gain }));
  loud.connect(microphone);
  silent.connect(microphone);
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
  globalThis.hold = (ms, isLoud) => {
    const from = context.currentTime + 0.02;
    const tone = new OscillatorNode(context, { frequency: 250 });
    tone.connect(isLoud ? loud : silent);
    tone.start(from);
    tone.stop(from + ms / 1000);
    return new Promise((resolve) => tone.addEventListener('ended', resolve));
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
