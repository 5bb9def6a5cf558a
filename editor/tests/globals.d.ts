import '../page/app/probe';

declare global {
  interface Window {
    sinewViewport?: { pose(): { time: number; locals: unknown; worlds: number[] }; drawn(): number };
  }
}
