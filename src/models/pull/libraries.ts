// The packages that only `models pull` needs. The build bundles them into a file of their own (decision 096).
export { extract } from 'tar-stream';
export { EnvHttpProxyAgent, interceptors, stream, type Dispatcher } from 'undici';
export { default as createBunzip } from 'unbzip2-stream';
