import { ask } from './ask.ts';

const [, , url = 'ws://127.0.0.1:3000/v1/realtime', ...words] = process.argv;
console.log(await ask(url, words.join(' ') || 'hello'));
