// What the nodes and the carrier of the bench share.
export const PUBLIC_URL = 'https://voice.example.com';
export const AUTH_TOKEN = 'the auth token of the account';
