// Words of everyday English that people put for one another, a group a line. They hold in both directions, and for questions alone: an answer may say
// it in any of them. What one word of the field means in another is in synonyms.ts.
import { stem } from './words.ts'

const GROUPS = `
abort cancel end halt interrupt kill quit stop terminate
above beyond exceed exceeds greater more over
accept allow allowed legal may ok okay permitted possible supported valid
accident mistake wrong error
account profile user
accuracy accurate close exact precise precision trust
activate enable on
actual real true
add append attach insert plus
address endpoint host link url
after afterwards later once
agent assistant chatgpt claude llm mcp model
ahead before beforehand earlier
airport radio wireless
alarm alert notice notification warn warning
alone by-hand manual self separate single solo standalone
also too as-well
amount count how-many number total
analyse analyze check examine inspect look verify
answer reply respond response return
api endpoint operation call
app application program software
archive backup copy snapshot
arduino avr chip controller cortex esp32 mcu microcontroller stm32
argument arguments args option parameter
array buffer list table vector
arrive come deliver delivered receive received
assessor auditor evidence proof validation
assume assumption believe belief guess idea opinion prior
asymmetric lopsided skew skewed
auth authenticate authentication authorization login sign-in signed-in
average averaged averaging expectation mean
bad broken corrupt invalid malformed wrong
band bounds interval range
bandwidth load traffic
batch bulk many several
begin beginning begins first start
belong mine owner own whose
below less lower under
best optimal optimum recommended
biggest greatest highest largest longest max maximal maximum most
bill billing charge cost expensive fee invoice money pay payment price
binary executable image module wasm webassembly
bind mount
bits bytes
blank gap space whitespace
blend combine combined fuse fusion join merge mix mixture together
block blocked deny forbid forbidden prohibit refuse refused reject rejected
board computer device hardware machine node pc workstation
body content payload text
bomb flood overload pressure spike
bool boolean flag
boot launch run start startup
border bound edge limit
branch condition conditional if
break breaks crash crashed crashes die dies fail fails failed failure
bring import load migrate move transfer
browse browser page web website
bug defect fault flaw issue problem trouble
build compile compiler compiling make
bump hump maximum mode peak
burst spike
button click press
calc calculate calculation compute computation evaluate
cal calibrate calibrated calibration cert certificate
callback hook hooks webhook webhooks
capacity quota room size space
catch notice see
category class kind sort type
cause reason why
certain certainly sure
chance likelihood likely odds probability probable
change changed edit modify patch update alter adjust
channel topic stream
cheap cheaper cost
chunk fragment part piece
clear delete deleting destroy discard drop dispose erase purge remove throw wipe
cli command console-command shell terminal
client caller consumer
clip clamp cut limit saturate trim truncate
clock time timer
clone copy duplicate
cloud bucket s3 storage
cluster kubernetes fleet
code program source sourcecode
coefficient factor multiplier
colleague colleagues people somebody share team teammate others
collect gather harvest record recorded log logged
column field
comma delimiter separator
common frequent often usual typical
compare compared comparison difference differ different versus vs
compatible compatibility break
complete completed done end ended final finish finished over terminal terminated
complicated complex
concurrency concurrent concurrently parallel simultaneously simultaneous same-time
config configuration configure setting settings
confidence coverage
connect connection session socket
consume eat need take use
contain contains hold include
contribute contribution dominate dominates influence share
control steer
convert conversion transform translate turn
core machine processor cpu
correct right proper
correlated correlation covariance dependence dependent depend jointly shared simultaneously together
create created creating new make generate produce
credential key password secret token
csv data dataset file spreadsheet
cumulative cdf quantile
current now present
curve density distribution law pdf shape
customer customers tenant user
cycle periodic period swing oscillate fluctuate vary sine
daemon service server
damaged corrupt broken
database db postgres postgresql
datasheet manufacturer spec specification
date day time timestamp
deactivate disable disabled off
deadline limit timeout time
deal handle cope manage
debug debugger gdb trace inspect
decide decided decision choose pick
declare define
decode parse read
decrease reduce shrink smaller lower
default standard usual
delay pause sleep wait backoff
demo example sample tutorial
dependency library package pip npm sdk
deploy install installation set-up setup
derivative derivatives gradient partial sensitivity slope slopes
deviation dispersion rms scatter sd sigma spread std stdev
digits figures sig significant
directory dir folder path
disappear disappeared gone lost missing vanish vanished lose
display show shown view visible print
divide ratio quotient
document documentation docs manual
double float precision
download downloaded fetch get read retrieve obtain pull
draw plot chart diagram graph picture png svg image
dummy fake mock sample test trial try
duplicate duplicates repeated twice double again
dump save store write serialise serialize
duration long lasts time
dynamic runtime
eeprom flash memory storage
elapsed duration time
email e-mail mail
embed embedded firmware
empty blank nothing
encode serialise serialize write bytes
encrypt encrypted encryption
endless forever hang hangs infinite stuck
enough sufficient
ensure guarantee guaranteed promise
enter entry input put type
equal identical same
estimate estimation fit
event events notification notifications message
every each all
excel spreadsheet sheet
except unless
exception error
exchange renew replace rotate swap switch refresh
execute executed execution run runs running launch job task
exit end code status
expire expired expires expiry life lifetime live lives valid validity ends last
export download get
expression formula equation
external outside
extra additional more
extract get read
fair honest
false wrong untrue
fast faster quick quicker quickly rapid speed
feed input give
fetched cloned read
field column member
file files
filter narrow only select
find locate look search where
fire trigger emit send
fix mend repair solve
flag option switch
follow track trace
forged fake genuine authentic spoof spoofed trust signature verify
forget forgot forgotten lost
format form layout representation
fortran legacy f77
forward pass proxy
fraction part percentage percent proportion share
free gratis
freeze frozen hang
frequency rate often
fuzzy imprecise inexact uncertain unsure vague doubt uncertainty
gadget gadgets device devices logger sensor sensors thing things instrument
gauss gaussian normal bell
get obtain have
git github repo repository repositories project
goes happens
good quality
grow grows increase rise
guide how-to tutorial walkthrough
halfwidth half-width tolerance
handshake connect init
hash checksum digest
header headers
heap memory ram
help support assistance
hex hexadecimal blob
hide hidden invisible
history log past earlier
identifier id identity
ignore skip leave-out suppress
immediately instantly once directly
important matter relevant count weight weighted weights
improve better
include includes contain
increment step
independent uncorrelated unrelated
index position place subscript
indication indications reading readings measurement measurements measured observation observations samples weighed
inform tell notify notified
initial first start
input inputs argument parameter
install set-up download
int integer integers uint fixed-point q15
interrupted broke dropped lost resume continue
interval period time
invoke call
iterate iteration iterative loop loops repeat while
json yaml
jump skip
keep kept retain retention remember remembered store stored save hold
keyboard shortcut shortcuts hotkey
knowledge know
label name title
language languages programming
laptop desktop local locally machine pc workstation
latency delay slow
layout order format
leak leaked stolen exposed compromised
least lowest minimal minimum smallest fewest shortest min
length size long
level step
licence license
limit limits maximum quota cap ceiling
line row
linear linearisation linearised linearize first-order
list listing overview page pages table
listen subscribe websocket realtime ws
little small
load upload put
loop for while
machine-readable json
mail e-mail
main primary
maintain maintenance
make build create
manage administer admin operate operator
margin guard tolerance
mask hide
mass weight
mathematics math maths function functions
mathematical math
mean stand-for signify
measure metric figure
megabyte megabytes mb mib
memory ram room
menu sidebar
merge join
meter instrument
method way approach
micro embedded small
middle centre center
milliseconds millis ms
minute minutes
mixture mix
monitor observe watch metrics
monte-carlo simulation brute montecarlo random
multiple many several
multiply multiplication product
multithreading thread threads pthread pthreads rtos openmp
name call called rename
narrow narrowest shortest tight tightest
nest nested
network internet online
never not
newer latest newest upgrade
next following
noise noisy jitter
notebook jupyter
null nil empty
offline network internet
offset bias systematic shift
older old previous past
once single
open public
operating-system os linux macos windows
optimise optimisation optimization optimize
optional required mandatory need
order sorted sort sequence
origin cors
output outputs stdout result print printed
outside external
overflow exceed
overwrite replace
own custom private
owner belongs
page pages pagination paging
parallel at-once
part component piece
pass give hand
paste copy
path route
pattern regex wildcard
peripheral peripherals register registers hal driver drivers
permission permissions role roles right rights
permit allow
phone mobile
pin fix
place put where
plain ordinary normal raw simple deterministic
platform server service host instance
plugin extension
point value
poll polling ask wait status
port move adapt bring
post send submit
posterior update bayes
powerful large
predict forecast
prepare setup
preserve keep
prevent avoid stop
previous before
print printf output show
private secret
privilege right
procedure function routine subroutine
process handle
profile account
progress status state
prompt fast
protect secure security safe
prove show
provide give
public published publish open
publish share
push upload send
quantile percentile
quantisation quantization resolution rounding
query question request
queue queued waiting backlog
random seed seeded sampling
rare unlikely
raspberry pi board
raw unprocessed
reach access
read load
ready done finished
reboot restart
recommend advise suggest
reconnect connect again
recover restore recovery
recursion recursive
redirect 302 location
regularly periodically often
relation relationship
release version upgrade
reliable stable
remote remotely
repeat repeats repeated again retry resend redeliver rerun resubmit redo
report certificate
reproduce reproducible deterministic identical same
request call requests calls
require need must
reset set-anew
resistor resistors resistance
resource resources
restrict limit
return result answer
reuse again share
revert undo
review look
rough approximate
routine function
run task job
rule policy
safe secure
sample samples draw draws
scalar single number
scale factor
schedule scheduled cron plan
scenario case
scope range
score rate
script automation automate automatic ci pipeline
section part
see look
send sending transmit transfer deliver post
sensor transducer
serial uart line
share shared sharing
sheet table
shift offset
shut close
shutdown stop
sign signature signed signing
simulate simulation
simultaneous at-once together
skip omit
slow slower slowed slowdown slowly
snippet example
solve solution
source sources
specify give set name
stack recursion
stage phase state status step
standalone offline
state states status statuses
std standard
stop stops
storage disk store drive
strange odd weird surprising
strategy policy
stream streaming
string text
struct structure structures union
subscribe listen
substitute replace
subtract difference minus
success succeed successful completed
sum total add
supplement gum
surprise unexpected
symmetric symmetrical
synchronous wait
tail tails extreme
team group organisation organization
temp temperature thermometer thermistor thermostat
temporary short-lived
test tests check try
theory background
throttle limit 429
time-out timeout
tool tools
toolchain compiler
trace traced tracing
triangle triangular
trust trusted believe
truth true
tune adjust
tutorial quickstart guide example
type types
undefined undocumented
understand explain
unequal different
uninstall remove
unit units
unknown unfamiliar
unlimited infinite
unreadable readable
update updates
usage used consumption
value values quantity number
variable variables
variance uncertainty
vary different
version versions release
via through
view show
wait waits waiting
warning notice
weak shaky few
weekly week
wide width broad
wrap wrapper
write record
wrong incorrect mistake
zero null nothing
`

/** Members of the groups that a stem is in, as stems; itself not. */
const OTHERS: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const others = new Map<string, Set<string>>()
  for (const line of GROUPS.trim().split('\n')) {
    const group = [
      ...new Set(
        line
          .split(' ')
          .filter((word) => !word.includes('-'))
          .map(stem),
      ),
    ]
    for (const one of group) {
      const own = others.get(one) ?? new Set()
      for (const other of group) if (other !== one) own.add(other)
      others.set(one, own)
    }
  }
  return others
})()

/** Stems that people put for this one. */
export const othersFor = (stem: string): ReadonlySet<string> => OTHERS.get(stem) ?? NONE
const NONE: ReadonlySet<string> = new Set()
