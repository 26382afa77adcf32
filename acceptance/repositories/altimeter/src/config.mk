# Every construct that a config.mk may have.
DRIVERS := driver
CORE_SOURCES = \
	main.c \
	$(wildcard $(DRIVERS)/*.c) \

ALL = $(sort ${CORE_SOURCES} $(addprefix math/,$(addsuffix .c,altitude)) driver/unused.c)
SOURCES = $(filter-out driver/unused.c,$(ALL))
NAMES = $(notdir $(patsubst %.c,%,$(filter driver/%.c,$(SOURCES))))
CFLAGS += -I$(DRIVERS)/ -Imath	-DDEBUG	# a tab between, and a comment behind
CFLAGS += '-DNAMES="$(subst pressure,p,$(NAMES))"' -DPRECISION=$(REPRESENTATION_SIZE)
CXXFLAGS ?= -std=c++14
OPTFLAGS = -O3
LDFLAGS = -L../libs/
EXTRA_LIBS = -lm
LIBS = -lm
INC = -I../include
UNKNOWN = nobody reads this

all: main.c
	echo this rule is ignored
