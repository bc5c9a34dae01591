/** Calls the calls that only the broker's sandbox has: what happens at banks, and what fails. */
export type SandboxAdmin = (method: string, path: string, body?: object) => Promise<unknown>;

export const sandboxAdmin =
  (brokerUrl: string): SandboxAdmin =>
  async (method, path, body) => {
    const answer = await fetch(`${brokerUrl}/admin${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.status === 204 ? undefined : await answer.json();
  };
