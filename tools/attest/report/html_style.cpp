#include "tools/attest/report/html_style.hpp"

namespace attest::report {

const char* html_style() {
  return R"css(
:root{color-scheme:light dark;--ground:#fff;--text:#1b1b1f;--muted:#55585e;--line:#d5d8dd;--soft:#f4f5f7;--link:#0b4fb3;
--changed:#fff4d6;--holds:#1b6128;--holds-ground:#e5f4e8;--refuted:#9d1519;--refuted-ground:#fdeaea;--open:#6b4500;
--open-ground:#fff1d6;--ill:#6a1b9a;--ill-ground:#f6e9fb;--none:#44474d;--none-ground:#eceef1;--s0:#0b5fae;--s1:#b3261e;
--s2:#2a7230;--s3:#7b3fa0;--s4:#8a5a00;--s5:#45494f}
@media (prefers-color-scheme:dark){:root{--ground:#15181c;--text:#e8eaed;--muted:#adb3bb;--line:#3a4048;--soft:#1f242a;
--link:#8ab8ff;--changed:#3d3213;--holds:#97e2a8;--holds-ground:#163420;--refuted:#ffb4ae;--refuted-ground:#451a1b;
--open:#ffd68c;--open-ground:#3b2c0b;--ill:#e5bdf6;--ill-ground:#361f42;--none:#c8ccd2;--none-ground:#2a2f36;--s0:#7db7ff;
--s1:#ff938b;--s2:#84d68f;--s3:#d3a3f0;--s4:#e6c065;--s5:#c3c8ce}}
*{box-sizing:border-box}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;background:var(--ground);color:var(--text);
-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:1rem;max-width:62rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25;margin:.5rem 0}
h2{font-size:1.2rem;margin:2.2rem 0 .6rem;padding-top:.6rem;border-top:1px solid var(--line)}
h3{font-size:1rem;margin:1.4rem 0 .4rem}
p{margin:.5rem 0}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-999px}
.skip:focus{position:static}
.muted,caption,figcaption,footer{color:var(--muted)}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;padding:0;margin:.8rem 0}
nav a{display:inline-block;padding:.2rem 0}
blockquote{margin:.8rem 0;padding:.2rem 0 .2rem 1rem;border-left:4px solid var(--line)}
.badges{display:flex;flex-wrap:wrap;gap:.5rem;padding:0;margin:.8rem 0;list-style:none}
.badge{padding:.2rem .6rem;border-radius:.4rem;border:1px solid currentColor}
.holds{color:var(--holds);background:var(--holds-ground)}.refuted{color:var(--refuted);background:var(--refuted-ground)}
.undecided{color:var(--open);background:var(--open-ground)}.ill-formed{color:var(--ill);background:var(--ill-ground)}
.not-applicable{color:var(--none);background:var(--none-ground)}
.verdict{padding:.05rem .35rem;border-radius:.3rem;white-space:nowrap}
dl{display:grid;grid-template-columns:minmax(6rem,10rem) 1fr;gap:.35rem 1rem;margin:.6rem 0}
dt{color:var(--muted)}dd{margin:0;min-width:0}
.scroll{overflow-x:auto;margin:.6rem 0;max-width:100%}
table{border-collapse:collapse;font-size:.9rem;overflow-wrap:normal}
caption{text-align:left;padding:.2rem 0;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}
td{max-width:34rem;min-width:2.5rem}
th{font-weight:600}
th button{font:inherit;color:inherit;background:none;border:0;padding:0;text-align:left;cursor:pointer}
th button::after{content:" \2195";color:var(--muted)}
th[aria-sort=ascending] button::after{content:" \2191"}th[aria-sort=descending] button::after{content:" \2193"}
.wide{min-width:16rem}
.compare{width:100%;table-layout:fixed;overflow-wrap:anywhere}
.compare .place{width:4.5rem}.compare .what{width:22%}
.compare tr.differs td{background:var(--changed)}
.compare td,.compare th{padding:.35rem .5rem}
.mark{font-size:.8rem;color:var(--muted)}
math{font-size:1.05em}
.long{display:inline-block;max-width:100%;overflow-x:auto;overflow-y:hidden;vertical-align:bottom}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:.85rem}
pre{background:var(--soft);padding:.7rem;overflow-x:auto;white-space:pre-wrap;margin:.6rem 0;max-height:40rem}
ol.steps{padding-left:1.4rem}ol.steps li{margin:.3rem 0}
.figures{display:flex;flex-wrap:wrap;gap:1rem}
figure{margin:.6rem 0;flex:1 1 18rem;max-width:30rem;min-width:0}
svg{width:100%;height:auto;display:block}
svg text{font-size:11px;fill:var(--text)}
.grid{stroke:var(--line)}
.limit{stroke:var(--text);stroke-width:1.5;stroke-dasharray:2 3}
.level{stroke:var(--muted);stroke-dasharray:1 3}.known{paint-order:stroke;stroke:var(--ground);stroke-width:4px}
.line0,.line1,.line2,.line3,.line4,.line5{fill:none;stroke-width:2}
.line0{stroke:var(--s0)}.line1{stroke:var(--s1);stroke-dasharray:7 3}.line2{stroke:var(--s2);stroke-dasharray:3 3}
.line3{stroke:var(--s3);stroke-dasharray:9 3 2 3}.line4{stroke:var(--s4);stroke-dasharray:2 5}.line5{stroke:var(--s5);stroke-dasharray:12 4}
.series0{fill:var(--s0)}.series1{fill:var(--s1)}.series2{fill:var(--s2)}.series3{fill:var(--s3)}.series4{fill:var(--s4)}.series5{fill:var(--s5)}
.cell{fill:var(--s0);stroke:var(--line)}.winner{fill:none;stroke:var(--text);stroke-width:3}
body:has(.catalogue){max-width:96rem}
.catalogue tr[hidden]{display:none}
.filters{display:flex;flex-wrap:wrap;gap:.6rem 1rem;margin:.8rem 0}
.filters label{display:flex;flex-direction:column;font-size:.85rem;color:var(--muted)}
.filters input,.filters select{font:inherit;color:var(--text);background:var(--ground);border:1px solid var(--muted);
border-radius:.3rem;padding:.3rem .5rem;max-width:100%}
footer{margin-top:2.5rem;font-size:.85rem;border-top:1px solid var(--line);padding-top:.6rem}
@media (max-width:40rem){dl{grid-template-columns:1fr;gap:.1rem}dd{margin:0 0 .5rem}
.compare thead{position:absolute;left:-999rem}.compare,.compare tbody,.compare tr,.compare td,.compare th{display:block;width:auto}
.compare tr{padding:.4rem 0;border-bottom:1px solid var(--line)}.compare td,.compare th{border:0;padding:.15rem .4rem}
.compare .what,.compare .place{width:auto}.compare td[data-label]::before{content:attr(data-label) ": ";color:var(--muted)}}
@media (max-width:40rem){.catalogue thead{position:absolute;left:-999rem}.catalogue,.catalogue tbody,.catalogue tr,.catalogue td{display:block}
.catalogue tr{padding:.5rem 0;border-bottom:1px solid var(--line)}.catalogue td{border:0;padding:.1rem 0;max-width:none;min-width:0}
.catalogue td:empty{display:none}.catalogue td::before{content:attr(data-label) ": ";color:var(--muted)}
.catalogue{overflow-wrap:anywhere}}
@media print{:root{--ground:#fff;--text:#000;--muted:#333;--line:#999;--soft:#fff;--link:#000;--changed:#eee;color-scheme:light}
html{font-size:10pt}body{max-width:none;padding:0}nav,.skip,.filters{display:none}pre{max-height:none}
.scroll{overflow:visible}table{font-size:.8rem}figure,tr,blockquote{break-inside:avoid}h2,h3{break-after:avoid}}
)css";
}

}  // namespace attest::report
