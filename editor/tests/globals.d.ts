import type { Hook } from '../page/app/hook';

declare global {
  interface Window {
    sinew?: Hook;
    sinewViewport?: { pose(): { time: number; locals: unknown; worlds: number[] }; drawn(): number };
  }
}
