// The signs of the console, drawn on a grid of 24 with a line of 1.75. They stand beside words and say nothing by themselves.
const SHAPES = {
  home: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10 19v-5h4v5',
  editor: 'M8 8l-4 4 4 4M16 8l4 4-4 4M13.5 5.5l-3 13',
  repositories: 'M6 4v12M6 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18 8c0 5-12 3-12 8',
  cores: 'M7 7h10v10H7ZM10 10h4v4h-4ZM9 7V4M15 7V4M9 20v-3M15 20v-3M7 9H4M7 15H4M20 9h-3M20 15h-3',
  tasks: 'M4 6h3v3H4ZM4 15h3v3H4ZM10.5 7.5H20M10.5 16.5H20',
  data: 'M12 8c4 0 7-1 7-2.5S16 3 12 3 5 4 5 5.5 8 8 12 8ZM5 5.5v13C5 20 8 21 12 21s7-1 7-2.5v-13M5 12c0 1.5 3 2.5 7 2.5s7-1 7-2.5',
  usage: 'M4 20h16M7 20v-7M12 20V5M17 20v-10',
  billing: 'M4 6.5h16v11H4ZM4 10.5h16M7 14.5h4',
  settings: 'M4 7h9M17 7h3M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM4 17h3M11 17h9M9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  more: 'M11.5 6h1M11.5 12h1M11.5 18h1',
  close: 'M6 6l12 12M18 6 6 18',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15ZM10 20.5h4',
  help: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.7M12 16.5v.2',
  person: 'M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM5 20c.5-4 3.5-5.5 7-5.5s6.5 1.5 7 5.5',
  collapse: 'M14 7l-5 5 5 5',
  expand: 'M10 7l5 5-5 5',
  copy: 'M9 9h10v11H9ZM15 9V4H5v11h4',
  check: 'M5 12.5 10 17.5 19 7',
  cross: 'M7 7l10 10M17 7 7 17',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
  running: 'M12 3.5a8.5 8.5 0 1 1-8.5 8.5',
  stopped: 'M7 7h10v10H7Z',
  moved: 'M5 9h12l-3-3M19 15H7l3 3',
  warning: 'M12 4 21 19.5H3ZM12 10v4.5M12 17v.2',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11v5.5M12 7.8v.2',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5',
  edit: 'M5 19l.8-3.7L15.5 5.5l3 3L8.7 18.2ZM13.5 7.5l3 3',
  external: 'M13 5h6v6M19 5l-9 9M17 14v5H5V7h5',
  folder: 'M4 6h6l2 2.5h8v10H4Z',
  file: 'M7 4h7l4 4v12H7ZM14 4v4h4',
  star: 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.7l5.6-.7Z',
  pin: 'M9 4h6l-1 6 3 3H7l3-3ZM12 13v7',
  play: 'M8 5.5v13l10.5-6.5Z',
  key: 'M8 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM11.5 12H20M17 12v3.5M20 12v2.5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.5 1.5M16.9 16.9l1.5 1.5M5.6 18.4l1.5-1.5M16.9 7.1l1.5-1.5',
  moon: 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5Z',
  system: 'M4 5h16v11H4ZM9 20h6M12 16v4',
} as const
export type IconName = keyof typeof SHAPES

export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  )
}
