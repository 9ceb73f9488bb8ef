// A picture of a finished game, drawn for a message: who won, why, and the score.

export type Picture = { seal: string; title: string; place: string; why: string; lines: readonly string[] };

const WIDE = 1200;
const HIGH = 630;
const TITLE = '"Shippori Mincho","Noto Serif CJK JP",Georgia,serif';
const TEXT = 'system-ui,"Noto Sans CJK JP",sans-serif';

/** Words in lines no wider than `most`. */
export function wrapped(text: string, most: number, measure: (line: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > most) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

export async function drawPicture({ seal, title, place, why, lines }: Picture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDE;
  canvas.height = HIGH;
  const brush = canvas.getContext('2d');
  if (brush === null) throw new Error('this browser draws no pictures');
  brush.fillStyle = '#f1e7d0';
  brush.fillRect(0, 0, WIDE, HIGH);
  brush.fillStyle = '#faf5e8';
  brush.fillRect(48, 48, WIDE - 96, HIGH - 96);
  brush.fillStyle = '#a8321c';
  brush.fillRect(96, 96, 132, 132);
  brush.fillStyle = '#faf5e8';
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.font = `700 88px ${TITLE}`;
  brush.fillText(seal, 162, 166);
  brush.textAlign = 'left';
  brush.textBaseline = 'alphabetic';
  brush.fillStyle = '#241e17';
  brush.font = `700 64px ${TITLE}`;
  brush.fillText(title, 260, 158);
  brush.fillStyle = '#52473a';
  brush.font = `400 32px ${TITLE}`;
  brush.fillText(place, 260, 210);
  brush.fillStyle = '#241e17';
  brush.font = `400 32px ${TEXT}`;
  let y = 296;
  for (const line of wrapped(why, WIDE - 192, (one) => brush.measureText(one).width)) {
    brush.fillText(line, 96, y);
    y += 44;
  }
  brush.font = `600 30px ${TEXT}`;
  y += 16;
  for (const line of lines) {
    brush.fillText(line, 96, y);
    y += 42;
  }
  brush.fillStyle = '#6a5c48';
  brush.font = `400 24px ${TITLE}`;
  brush.fillText('Gunbai 軍配', 96, HIGH - 80);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture was made')) : resolve(blob)), 'image/png');
  });
}

/** Hands the picture and a link to the device, or saves the picture and copies the link. Says what was done. */
export async function share(picture: Picture, name: string, link: string): Promise<string> {
  const blob = await drawPicture(picture);
  const file = new File([blob], `${name}.png`, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] }) === true) {
    await navigator.share({ files: [file], title: picture.title, url: link });
    return 'Shared';
  }
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = file.name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  await navigator.clipboard?.writeText(link).catch(() => null);
  return 'Picture saved, link copied';
}
