/** What each template is, and the folders that its project is copied from, in this order. */
export const TEMPLATES = {
  web: { what: 'a web page and its server (the default)', folders: ['shared', 'local', 'web'] },
  phone: { what: 'telephone calls from Twilio', folders: ['shared', 'local', 'phone'] },
  realtime: { what: 'clients of the OpenAI Realtime API', folders: ['shared', 'local', 'realtime'] },
  react: { what: 'a page with React and Vite', folders: ['shared', 'local', 'react'] },
  speech: { what: 'a speech-to-speech model, with the page of web', folders: ['shared', 'web', 'speech'] },
};
