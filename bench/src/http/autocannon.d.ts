/** What we use of autocannon, which comes without types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    method?: 'GET' | 'POST';
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Called before each time the request is sent; a request with it is built again each time. */
    setupRequest?: (request: Request) => Request;
    onResponse?: (status: number, body: string) => void;
  }

  /** One connection. Emits `response` with status, bytes, and milliseconds until the last byte. */
  export interface Client extends EventEmitter {
    setRequests(requests: Request[]): void;
  }

  export interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    setupClient?: (client: Client) => void;
  }

  export interface Result {
    /** Seconds that it took in the end. */
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
