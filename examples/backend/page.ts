/** The page. It knows neither the voice server nor its key: `/talk` returns the address and token of one session. */
export const page = `<!doctype html>
<html lang="en">
  <title>Talk</title>
  <link rel="icon" href="data:," />
  <form id="login">
    <label>Name <input name="user" autocomplete="username" required /></label>
    <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
    <button>Log in</button>
  </form>
  <button id="talk" hidden>Talk</button>
  <p id="line" aria-live="polite"></p>
  <script type="module">
    import { createCall } from '/client/index.js';

    const [form, button, line] = ['#login', '#talk', '#line'].map((name) => document.querySelector(name));
    let call;

    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const body = JSON.stringify(Object.fromEntries(new FormData(form)));
      const response = await fetch('/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      form.hidden = response.ok;
      button.hidden = !response.ok;
      line.textContent = response.ok ? '' : (await response.json()).detail;
    });
    button.addEventListener('click', () => {
      if (call?.state === 'live') return call.end();
      call = createCall({ sessionsUrl: '/talk' });
      call.on('state', (state) => (button.textContent = state === 'live' ? 'Hang up' : 'Talk'));
      call.on('message', ({ type, message }) => {
        if (type === 'message.added') line.textContent = message.role + ': ' + message.content;
      });
      call.on('error', (error) => (line.textContent = error.message));
      call.start().catch((error) => (line.textContent = error.message));
    });
  </script>
</html>
`;
