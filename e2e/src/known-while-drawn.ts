/**
 * Runs in the page: delays the response about who is signed in until a screen has just read the token in its address but is not shown
 * yet. React pauses rendering when its time slice ends, receives the response, and renders once more.
 */
export const knownWhileDrawn = `(() => {
  let draw;
  let state = 'before';
  const isDrawn = new Promise((resolve) => { draw = resolve; });
  const ask = window.fetch;
  window.fetch = async (...words) => {
    const answer = await ask(...words);
    if (new URL(answer.url).pathname !== '/user/user/') return answer;
    const { status, headers } = answer;
    const text = await answer.text();
    await isDrawn;
    return new Response(text, { status, headers });
  };
  const { replace } = String.prototype;
  String.prototype.replace = function (...words) {
    if (state === 'before' && location.hash.length > 1 && String(this) === location.hash) {
      state = 'drawing';
      draw();
    }
    return Reflect.apply(replace, this, words);
  };
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => now() + (state === 'drawing' ? (ahead += 100) : ahead);
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...words) {
    if (state !== 'drawing') return Reflect.apply(postMessage, this, words);
    state = 'drawn';
    setTimeout(() => Reflect.apply(postMessage, this, words), 300);
  };
})()`;
